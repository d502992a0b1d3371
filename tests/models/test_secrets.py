"""Each of these lets its holder in, so it is too long for anyone to find by trying."""

from scoring.models.invitations import new_invitation_token
from scoring.models.join_codes import CODE_ALPHABET, new_code, read_code
from scoring.models.people import new_group_token
from scoring.models.phones import new_browser
from scoring.models.sessions import new_token


def test_links_and_browsers_have_secrets_of_128_bits_or_more() -> None:
    """Each letter of theirs has six bits."""
    made = (new_group_token(), new_token(), new_browser(), new_invitation_token())
    assert [len(secret) for secret in made] == [22, 22, 32, 32]


def test_a_join_code_has_sixty_bits_that_can_be_read_aloud() -> None:
    assert (len(CODE_ALPHABET), len(new_code())) == (32, 12)
    assert set("".join(new_code() for _ in range(50))) <= set(CODE_ALPHABET)
    assert not set("IO01") & set(CODE_ALPHABET)


def test_a_join_code_is_read_as_people_type_it() -> None:
    assert read_code(" abcd-2345 efgh") == "ABCD2345EFGH"
