#!/usr/bin/env bash
# Compiles the proofs, prints the assumptions of each theorem, and builds the extracted checker:
# build/formal/gridproof-check. Fails unless every theorem is closed: no axiom, nothing admitted.
set -euo pipefail
cd "$(dirname "$0")"
build=../build/formal

missing=()
command -v coqc >/dev/null || missing+=(coq)
command -v ocamlfind >/dev/null || missing+=(ocaml-findlib)
ocamlfind query zarith >/dev/null 2>&1 || missing+=(libzarith-ocaml-dev)
if ((${#missing[@]})); then
  echo "the formal proofs need ${missing[*]}: install them (Debian: \`apt install ${missing[*]}\`)" >&2
  exit 1
fi

mkdir -p "$build"
cp -pu _CoqProject ./*.v ./*.ml "$build"
cd "$build"
coq_makefile -f _CoqProject -o proofs.mk >/dev/null
make --silent -f proofs.mk

# A file that asks for the assumptions of each theorem by name.
mapfile -t files < <(grep '\.v$' _CoqProject)
if grep -nwE 'Admitted|admit|Axiom|Parameter|Conjecture' "${files[@]}"; then
  echo 'a proof has a gap' >&2
  exit 1
fi
theorems=()
{
  for file in "${files[@]}"; do
    echo "From gridproof Require ${file%.v}."
    while read -r name; do
      theorems+=("${file%.v}.$name")
      echo "Print Assumptions ${file%.v}.$name."
    done < <(sed -n 's/^Theorem \([A-Za-z0-9_]*\).*/\1/p' "$file")
  done
} >assumptions_of_all.v
coqc -Q . gridproof assumptions_of_all.v >assumptions.txt
mapfile -t found <assumptions.txt
for ((i = 0; i < ${#theorems[@]}; i++)); do
  echo "${theorems[i]}: ${found[i]-}"
done
if ((${#found[@]} != ${#theorems[@]})) || grep -qvx 'Closed under the global context' assumptions.txt; then
  echo 'a theorem rests on something unproven' >&2
  exit 1
fi

# The extracted program, in the order in which its files need each other.
coqc -Q . gridproof extract.v
rm -f checker.mli
modules=(refused whole checker sha256 inflate json certificate records text_board boxcover_reader merge_reader onebomb_tables onebomb_reader bytes_of_file gridproof_check)
flags=(-O3 -inline 100 -package zarith -w +a-4-9-40-41-42-44-45-70)
for module in "${modules[@]}"; do
  case $module in
  checker) ocamlfind ocamlopt "${flags[@]}" -w -a -c checker.ml ;;
  *) ocamlfind ocamlopt "${flags[@]}" -c "$module.ml" ;;
  esac
done
ocamlfind ocamlopt "${flags[@]}" -linkpkg "${modules[@]/%/.cmx}" -o gridproof-check
echo 'build/formal/gridproof-check'
