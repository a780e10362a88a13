"""The forms of instances and witnesses: what is documented is read, and means the same."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.forms import TextForm
from gridproof.reduction import AnySource, sources
from gridproof.reductions.forms import MAP
from gridproof.reductions.reduce import audit, load_encoding, save_encoding
from gridproof.specs import About

SOURCES: Final = sources()
FORMS: Final = [(source, form) for source in SOURCES.values() for form in source.forms]

each_source = pytest.mark.parametrize("source", SOURCES.values(), ids=list(SOURCES))
each_form = pytest.mark.parametrize(
    ("source", "form"), FORMS, ids=[f"{source.id}-{form.id}" for source, form in FORMS]
)


@each_form
def test_all_forms_of_a_source_say_one_instance(source: AnySource, form: TextForm) -> None:
    plain = source.read(source.forms[0].example)
    for special, text in form.texts.items():
        assert source.read(text) == plain, special


@each_source
def test_the_first_form_is_what_is_written(source: AnySource) -> None:
    (form, *_) = source.forms
    assert source.write(source.read(form.example)) == form.example


@each_form
def test_every_part_is_in_a_text(source: AnySource, form: TextForm) -> None:
    texts = "\n".join(form.texts.values())
    for entry in form.parts:
        assert any(name in texts for name in (entry.name, *entry.name.split())), entry.name
        assert not entry.meaning.endswith(".")
    for text in (form.summary, form.used_by, *(entry.meaning for entry in form.parts)):
        assert len(text.split()) <= 20
    for note in About.items(form.notes):
        for sentence in re.split(r"(?<=[.:;]) ", note):
            assert len(sentence.split()) <= 30, sentence


@each_form
def test_what_is_required_is_missed(source: AnySource, form: TextForm) -> None:
    for name in (entry.name for entry in form.parts if entry.required):
        with pytest.raises(InputError):
            source.read(form.example.replace(name, ""))


@each_source
def test_options_of_instances_say_their_values(source: AnySource) -> None:
    for option in source.options:
        assert option.values
        assert f"{option.name}: " in source.forms[0].example


@each_source
def test_every_form_of_witnesses_is_read(source: AnySource) -> None:
    instance = source.read(source.example)
    (first, *_) = source.witnesses
    plain = source.read_witness(instance, first.example)
    assert source.write_witness(instance, plain) == first.example
    assert not source.faults(instance, plain)
    for form in source.witnesses:
        for special, text in form.texts.items():
            assert source.read_witness(instance, text) == plain, special


def test_the_example_of_a_map_is_one() -> None:
    encoding = load_encoding(MAP.example)
    assert save_encoding(encoding) == MAP.example
    assert {entry.name for entry in MAP.fields} == json.loads(MAP.example).keys()
    assert audit(encoding).passed
    assert read_boards(MAP.example) == [encoding.level]
