// gridproof._native.merge: the enumerations of the MERGE-GAME thesis.
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/binding.hpp"
#include "merge/enumerate.hpp"

using namespace nb::literals;
using namespace gridproof;
using namespace gridproof::merge;

namespace {

ResultDict enumerate(std::vector<std::uint32_t> type,
                     std::vector<std::vector<std::uint32_t>> strikes, std::vector<std::int32_t> hp,
                     std::vector<std::vector<std::uint32_t>> left, std::uint32_t enough,
                     const Control& control) {
  if (type.size() != strikes.size() || type.size() > 64)
    throw std::invalid_argument("a hero has a type and a list of stones; at most 64 heroes");
  for (const auto& stones : strikes)
    for (std::uint32_t stone : stones)
      if (stone >= hp.size())
        throw std::invalid_argument("a hero strikes a stone that is not there");
  std::vector<std::uint64_t> heroes(left.size()), dealt(left.size());
  for (std::uint32_t t : type) {
    if (t >= left.size()) throw std::invalid_argument("a type without damages");
    ++heroes[t];
  }
  for (std::size_t t = 0; t < left.size(); ++t)
    for (std::uint32_t count : left[t]) dealt[t] += count;
  if (heroes != dealt) throw std::invalid_argument("a damage for each hero of a type");
  Best best;
  ResultDict found = run_kernel(control, [&](Ticker& ticker) {
    Enumerator({std::move(type), std::move(strikes), std::move(hp), std::move(left)}, enough,
               ticker, best)
        .run();
  });
  found["damages"] = best.seen ? nb::cast(best.damages) : nb::none();
  found["stones"] = best.stones;
  std::vector<std::uint32_t> ever;
  for (std::uint32_t stone = 0; stone < best.ever.size(); ++stone)
    if (best.ever[stone]) ever.push_back(stone);
  found["ever"] = ever;
  return found;
}

}  // namespace

NB_MODULE(merge, m) {
  m.doc() = "All maximal plays of MERGE-GAME.";
  m.def(
      "enumerate", &enumerate, nb::kw_only(), "type"_a, "strikes"_a, "hp"_a, "left"_a, "enough"_a,
      "control"_a = nb::none(),
      "Tries every way to hand out damages to heroes, until enough stones fall.\n\n"
      "type: of each hero, from 0; strikes: for each hero its stones; hp: of each stone; left:\n"
      "for each type the number of heroes that deal 0, 1, ...; enough: stop at this many\n"
      "stones.\n"
      "Returns damages (of the heroes in the best play, or None), stones (how many it destroys),\n"
      "ever (those that fall in a play seen that destroys as many), stop, nodes and seconds.");
}
