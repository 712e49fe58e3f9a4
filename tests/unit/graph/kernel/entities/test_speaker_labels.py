"""Labels of speakers, and names that their bearers give."""

from __future__ import annotations

from graph.kernel.entities.speaker_labels import given_name, is_label, name_of_label
from graph.model.commands import NAME_MAX

LABELS = """Speaker 1|speaker 2|SPEAKER_00|Speaker-3|Speaker1|spk_0|Speaker A|Participant A|User
USER 2|Guest|guest 3|Interviewer|Interviewee|Unknown|Unknown Speaker|Caller|Agent|Agent 2|Person 2
Person B|Host|Co-host|Respondent|Moderator|Guest Speaker|Male Voice|Speaker One|Anonymous|Customer
A|B|1|00|S1|P2|Sprecher 2|Intervenant 1|Participante 3|Orador A|the caller|Audience member
Speaker No. 4|ＳＰＥＡＫＥＲ １|Speaker #2|[Speaker 1]|Unidentified Speaker 3"""
NAMES = """Christopher Guest|Agent Smith|Mike|Anna|Dr. Guest|Ana Weber|J. R. Smith|J. R.|Al
user_48213|184467|Ada (work)|Speaker Pelosi|Host Weber|mike@example.org|@guest_list|Mike 2|assistant
O'Guest|Juan Carlos|Person of Interest|Paul 1|Mum|Cy|李娜|翔|李|수|Bo|Caller Martinez"""


def listed(text: str) -> list[str]:
    return [one for line in text.splitlines() for one in line.split("|")]


def test_a_label_has_no_word_that_names_anybody():
    assert [one for one in listed(LABELS) if not is_label(one)] == []
    assert [one for one in listed(NAMES) if is_label(one)] == []
    assert not is_label("")
    assert not is_label("...")


def test_a_label_is_named_by_its_recording():
    assert name_of_label("Speaker  1", "call 1") == "Speaker 1 (call 1)"
    assert name_of_label("Speaker 1", "call 1") != name_of_label("Speaker 1", "call 2")
    assert name_of_label("User", "call 1") == "User"
    long = [name_of_label("Speaker 1", "x" * NAME_MAX + end) for end in ("1", "2")]
    assert all(len(name) <= NAME_MAX for name in long)
    assert long[0] != long[1]


def test_a_name_is_what_somebody_gives_as_the_own_one():
    given = {
        "I'm Anna. I live in Porto.": "Anna",
        "Hi, I\u2019m Paul and I live in Oslo": "Paul",
        "Hello! My name is Anna Weber, I live in Porto.": "Anna Weber",
        "My name's Zo\u00eb": "Zo\u00eb",
        "I'm Jos\u00e9, nice to meet you": "Jos\u00e9",
        "I am Anna-Lena Koch.": "Anna-Lena Koch",
        "I'm Kenji Tanaka from Kyoto": "Kenji Tanaka",
        "I'm Dr. Weber.": "Dr. Weber",
        "Call me Bea.": "Bea",
        "Anna here, can you hear me?": "Anna",
        "This is Paul speaking.": "Paul",
        "My name is \u0141ukasz and I work here": "\u0141ukasz",
        "Thanks for having me, I'm Olga - I run a bakery": "Olga",
    }
    assert {text: given_name(text) for text in given} == given
    none = """I'm French.|I am Catholic.|I'm Vegan.|I'm from Porto.|I'm Anna's brother.|I'm a doctor
I'm Japanese and I live in Oslo.|I'm Christian.|I'm Sorry.|I'm sure.|This is Anna.|I'm Anna?
I am Roman Catholic.|She said "I'm Anna."|I'm not Anna.|I'm Tired.|My name is on the list.|Call me.
I'm OK.|I'm New York based|I know Anna."""
    assert [one for one in listed(none) if given_name(one) is not None] == []
