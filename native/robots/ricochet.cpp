#include "robots/ricochet.hpp"

#include "robots/places.hpp"
#include "robots/set_search.hpp"

namespace gridproof::robots {

void run_ricochet_search(const Problem& problem, std::uint32_t max_bound, std::size_t threads,
                         Ticker& ticker, Answer& answer) {
  run_set_search<PlaceSet>(problem, max_bound, threads, ticker, answer);
}

}  // namespace gridproof::robots
