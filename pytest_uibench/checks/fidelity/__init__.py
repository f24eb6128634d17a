"""Visual fidelity and alignment (METRICS sections 2 and 3): pure functions of captured blocks and pictures.

``blocks`` (input), ``ratios``, ``colors``, ``pairing`` (kernel) → ``page`` (``vfs-paper/1``), ``content``
(``vfs-content/1``) → ``routes`` (published alignment), ``screens`` (alignment with explanations), ``cascade`` (without
blocks) → ``faults``, ``evidence``, ``likeness`` (what explains a score). Importing this package imports none of them.
"""
