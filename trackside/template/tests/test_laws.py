from trackside.testing import Laws


class TestLaws(Laws):
    game = "roll-or-hold"
