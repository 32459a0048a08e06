"""Our MFRC522 driver on a noisy, dying or lying chip: it may fail, but it never invents a card and never raises."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.ports import Seen
from devices.presence import Presence
from devices.rc522_looker import look_of
from devices.sim.picc import WAKE_NANOS, Card
from firmware import rc522
from tests.devices.readers_kit import CLASSIC, MILLI, NTAG, TRIPLE, Bench, started

KINDS = {rc522.NO_CARD, rc522.CARD, rc522.COLLISION, rc522.ERROR, rc522.UNWELL}
LOOKS_A_SEED, SEEDS = 2500, 4
"""Together 10,000 looks with faults in them."""


def disturb(made: Bench, random: Random) -> None:
    """Switch one fault on, or all off."""
    faults = made.chip.faults
    faults.stuck_high = faults.deaf = False
    faults.noise = faults.misses = 0.0
    made.chip.plug_in()
    match random.randrange(8):
        case 0:
            made.chip.unplug()
        case 1:
            faults.stuck_high = True
        case 2:
            made.chip.brown_out()
        case 3:
            faults.deaf = True
        case 4:
            faults.misses = random.random()
        case 5 | 6:
            faults.noise = random.choice([0.0005, 0.005, 0.05])


def swap(made: Bench, cards: list[Card], random: Random) -> None:
    """Lift what lies there, and lay down another card or none."""
    for card in made.chip.field:
        made.chip.remove(card)
    chosen = random.choice([None, *cards])
    if chosen is not None:
        made.chip.place(chosen)


@pytest.mark.report("A34")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_faults_never_make_a_card_that_was_not_there(seed: int) -> None:
    """A34: whatever the noise does to the bytes, a UID that is Seen lay on the reader shortly before."""
    made, random = started(), Random(seed)
    cards = [Card(CLASSIC), Card(NTAG, "ntag213"), Card(TRIPLE)]
    presence = Presence("box")
    lately: dict[bytes, int] = {}
    seen = 0
    for turn in range(LOOKS_A_SEED):
        if turn % 40 == 0:
            swap(made, cards, random)
            disturb(made, random)
        lately.update({card.uid: made.world.clock.now() for card in made.chip.field})
        answer = made.driver.look()
        assert answer.kind in KINDS
        if answer.kind == rc522.UNWELL:
            made.driver.start()
        now = made.world.clock.now()
        for event in presence.feed(look_of(answer), now):
            if isinstance(event, Seen):
                seen += 1
                assert now - lately.get(event.uid, -10_000_000) < 1_000_000
        made.world.clock.spend(20 * MILLI)
    assert seen > 5, "a test that sees no card proves nothing"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_a_wire_that_answers_at_random_never_gives_a_card(seed: int) -> None:
    random = Random(seed)
    driver = rc522.Rc522(lambda frame: random.randbytes(len(frame)))
    driver.start()
    assert rc522.CARD not in {driver.look().kind for _ in range(5)}


@settings(max_examples=60, deadline=None)
@given(noise=st.floats(0.0, 0.5), misses=st.floats(0.0, 1.0), looks=st.integers(1, 5))
def test_a_look_through_noise_gives_the_card_or_an_excuse(noise: float, misses: float, looks: int) -> None:
    made = started()
    made.lay(NTAG)
    made.chip.faults.noise, made.chip.faults.misses = noise, misses
    for _ in range(looks):
        answer = made.driver.look()
        assert answer.kind in KINDS
        assert answer.uid in {b"", NTAG}
        assert (answer.kind == rc522.CARD) == bool(answer.uid)


@settings(max_examples=40, deadline=None)
@given(cut=st.integers(0, 120))
def test_a_brown_out_in_the_middle_of_a_look_never_reads_as_no_card(cut: int) -> None:
    """Unwell is not gone: a supply that dips while the chip works must not look like a lifted card."""
    made = started()
    made.lay(NTAG)
    bus, send = made.world.spi, made.world.spi.transfer
    until = bus.transfers + cut

    def xfer(frame: bytes | bytearray) -> bytes:
        if bus.transfers == until:
            made.chip.brown_out()
        return send(0, 0, frame, 4_000_000)

    made.driver._xfer = xfer
    answer = made.driver.look()
    assert answer.kind in {rc522.CARD, rc522.UNWELL}


@settings(max_examples=40, deadline=None)
@given(uid=st.one_of(*[st.binary(min_size=size, max_size=size) for size in (4, 7, 10)]))
def test_every_uid_of_a_legal_length_is_read_whole(uid: bytes) -> None:
    made = started()
    made.chip.place(Card(uid))
    made.world.clock.spend(WAKE_NANOS)
    assert made.driver.look().uid == uid


@settings(max_examples=60, deadline=None)
@given(
    uids=st.sets(
        st.one_of(st.binary(min_size=4, max_size=4), st.binary(min_size=7, max_size=7)),
        min_size=2,
        max_size=4,
    )
)
def test_several_different_cards_are_never_read_as_one(uids: set[bytes]) -> None:
    made = started()
    for uid in sorted(uids):
        made.lay(uid)
    assert made.driver.look().kind == rc522.COLLISION
