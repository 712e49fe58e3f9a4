#!/usr/bin/env bash
# pytest-xdist 3.8.0 with pytest 9.1.1 and 9.2.0, Python 3.11.
#
# With --dist loadgroup all tests of one xdist_group are to go to one worker. With pytest 9.2 they go
# to all workers, as if the mark were not there, and no error or warning says so. xdist writes the
# group into the private attribute from which a test's id was read before; since 9.2 the id is an
# object of its own, and what xdist writes is never read. What two tests of a group must not do at
# once they do at once, and a session fixture that was to be made once is made by each worker.
#
# Exits with 1 if what was seen changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/test_grouped.py" <<'PYTHON'
import os
import pathlib
import time

import pytest


@pytest.mark.xdist_group("one worker")
@pytest.mark.parametrize("number", range(12))
def test_it(number, worker_id):
    pathlib.Path(os.environ["SEEN"], worker_id).touch()
    time.sleep(0.2)
PYTHON

seen=""
for version in 9.1.1 9.2.0; do
    python3 -m venv "$folder/$version"
    "$folder/$version/bin/pip" --quiet --disable-pip-version-check install \
        "pytest==$version" pytest-xdist==3.8.0
    mkdir "$folder/seen"
    SEEN="$folder/seen" "$folder/$version/bin/pytest" -q -p no:cacheprovider -c /dev/null \
        --rootdir "$folder" -n 2 --dist loadgroup "$folder/test_grouped.py" > "$folder/out" \
        || { cat "$folder/out"; exit 1; }
    seen+="pytest $version: $(find "$folder/seen" -type f | wc -l | tr -d ' ') of 2 workers"$'\n'
    rm -r "$folder/seen"
done
printf '%s' "$seen"
[ "$seen" = $'pytest 9.1.1: 1 of 2 workers\npytest 9.2.0: 2 of 2 workers\n' ]
