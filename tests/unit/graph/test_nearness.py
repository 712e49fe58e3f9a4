"""Which known name a mistyped one means, and which names are two."""

from graph.kernel.registry.builtin import ALIASES, PACK
from graph.nearness import nearest

MISTYPED = {
    "works_at": ("work_sat", "worksAt", "worksat", "wroks_at", "works_att", "WORKS-AT", "woks_at"),
    "job_title": ("job_titel", "jobtitle", "JobTitle", "job_tittle", "job_tile"),
    "lives_in": ("livs_in", "livesIn", "lives_inn", "lvies_in"),
    "email": ("emial", "emal", "emaill"),
    "name": ("naem", "nmae"),
    "friend": ("freind", "frend", "friennd"),
    "favorite_color": ("favourite_colour", "favorite_colr", "favorit_color"),
    "colleague": ("collegue", "coleague", "colleage"),
    "date_of_birth": ("date_of_brith", "dateOfBirth", "date_of_birht"),
    "valid_at": ("validAt", "valid-at", "vaild_at"),
    "allergic_to": ("alergic_to", "allergic_too", "allergc_to"),
}
ALIKE = {
    "hobby": "hobbies",
    "allergy": "allergies",
    "job_title": "title_of_job",
    "works_at": "work_at",
}
# Either may be known, and the other new: they are two.
DIFFERENT = (
    "works_at works_as", "works_at works_on", "lives_in likes_in", "likes bikes", "role rule",
    "name game", "manager manages", "manager manager_of", "employer employee", "colleague college",
    "brother mother", "son song", "tea team", "plan plant", "wife life", "car cat",
    "city cities", "age ages", "pet pets",
    "born_in born_on", "studied_at studied_in", "likes dislikes", "height weight",
    "first_name last_name", "start_date end_date", "cost host", "age ages_ago", "dog dot",
    "parent patent_office", "home_town home_phone", "speaks_to speaks", "red_team read_team",
)  # fmt: skip


def test_a_slip_of_the_fingers_is_seen_through():
    for known, slips in MISTYPED.items():
        for name in slips:
            found = nearest(name, ["zebra", known, "unrelated_thing"])
            assert found is not None, name
            assert (found.name, found.mistyped) == (known, True), name


def test_another_form_of_a_name_is_alike_and_no_slip():
    for known, name in ALIKE.items():
        found = nearest(name, [known])
        assert found is not None, name
        assert not found.mistyped


def test_two_names_that_mean_two_things_are_not_near():
    for pair in DIFFERENT:
        one, other = pair.split()
        for name, known in ((one, other), (other, one)):
            found = nearest(name, [known])
            assert found is None or not found.mistyped, pair
    for pair in ("city cities", "age ages", "works_at works_as"):
        one, other = pair.split()
        assert nearest(one, [other]) is None


def test_a_known_name_is_near_to_none_and_neither_is_nothing():
    assert nearest("likes", ["like", "likes"]) is None
    for name in ("", "_", "?!", "x" * 10_000, "名前"):
        assert nearest(name, ["works_at"]) is None


def test_of_the_names_that_are_built_in_few_are_taken_for_another():
    names = sorted({*PACK, *ALIASES})
    taken = {
        name: found.name
        for name in names
        if (found := nearest(name, [one for one in names if one != name])) and found.mistyped
    }
    own = {**{name: name for name in PACK}, **ALIASES}

    assert {name: meant for name, meant in taken.items() if own[name] != own[meant]} == {}
