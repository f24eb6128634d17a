"""Acting on a page as a person does: finding elements, steps, expectations (SPEC.md).

=================  ==================================================================================
module             what it holds
=================  ==================================================================================
``snapshot``       ``Snapshot``, ``Node``: one look at a page as plain values
``resolve``        ``resolve(target, snapshot) -> Found``: pure; ``hints`` is what each hint finds
``nearest``        the nearest candidates where nothing was found: pure
``actor``          ``Actor``: the page, asked in a world of our own
``navigator``      ``Navigator``: where screens are and how they look, given by the caller
``errors``         why a step could not be done
``pointer``        aiming and clicking, never through what lies above
``controls``       fill, type, check, upload (``samples`` makes the files); ``choices`` is select
``moves``          drag, scroll, go
``steps``          ``run_step``
``facts``          ``Facts``: what expectations are held against
``judge``          ``judge(expectation, view)``: pure, with ``judge_elements`` and ``numbers``
``expect``         polling until it holds
``feature``        ``run_feature``
``words``          steps and expectations in words
=================  ==================================================================================
"""
