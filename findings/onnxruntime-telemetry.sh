#!/usr/bin/env bash
# onnxruntime on Linux, opened with nothing but a picture-sized network and never asked to send anything.
#
# Expected by most engineers: the Python package does what the C library always did on Linux, which is to keep no
# record of its use and to speak to nobody; and where there is telemetry, `disable_telemetry_events()` ends it.
#
# Seen, with onnxruntime 1.32.0 (Python 3.11, x86_64):
#   - within seconds of opening a network, the user's cache folder holds a device id and a small database of events,
#     and the process tries to reach an outside host;
#   - `disable_telemetry_events()`, called before the network is opened, changes nothing of that;
#   - the import alone is enough for both, within a second; the host is asked for again after some 6 and 14 seconds;
#   - setting ORT_DISABLE_TELEMETRY=1 after the import is too late, with disable_telemetry_events() or without;
#   - ORT_DISABLE_TELEMETRY=0 or =false before the import, or nothing in it, does not stop it; 1, true and yes do;
#   - ORT_DISABLE_TELEMETRY=1 before the import leaves the folder empty.
#   - where CI (or GITHUB_ACTIONS) is set nothing is kept, so a test that looks for the folder passes in CI whatever the
#     program does, unless it takes these variables away first;
#   - onnxruntime 1.28.0 keeps nothing either way; 1.29.0 is the first that does.
#
# Fails, with a line that says what, if any of this is otherwise.
set -euo pipefail
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cat >"$work/look.py" <<'PY'
import os, sys, time
way = sys.argv[2]
if way in ("before", "zero"):
    os.environ["ORT_DISABLE_TELEMETRY"] = "1" if way == "before" else "0"
import onnxruntime
if way == "after":
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
if way == "asked":
    onnxruntime.disable_telemetry_events()
session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
session.run(None, {"x": [[1.0, 2.0]]})
time.sleep(8)
PY
cat >"$work/network.py" <<'PY'
import sys
from onnx import TensorProto, helper, save
x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 2]) for name in "xy")
graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "one step", [x], [y])
save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), sys.argv[1])
PY
kept() {  # how many files a home folder holds after a network was opened: version, way
  local home; home=$(mktemp -d -p "$work")
  local ci=(-u CI); [ "$2" = ci ] && ci=(CI=true)
  env -u XDG_CACHE_HOME -u ORT_DISABLE_TELEMETRY -u TF_BUILD -u GITHUB_ACTIONS -u GITLAB_CI -u CIRCLECI -u TRAVIS \
    -u JENKINS_URL -u CODEBUILD_BUILD_ID -u BUILDKITE -u TEAMCITY_VERSION -u APPVEYOR "${ci[@]}" HOME="$home" "$work/$1/bin/python" "$work/look.py" "$work/x.onnx" "$2" 2>/dev/null
  find "$home" -type f | wc -l
}
for version in 1.28.0 1.29.0 1.32.0; do
  python3 -m venv "$work/$version"
  "$work/$version/bin/pip" install --quiet --disable-pip-version-check "onnxruntime==$version" "numpy<3" 'onnx>=1.17,<2'
done
"$work/1.32.0/bin/python" "$work/network.py" "$work/x.onnx"
failed=0
check() {  # version, way, whether files are expected
  local count; count=$(kept "$1" "$2")
  printf '%-8s %-7s %s files in the home folder\n' "$1" "$2" "$count"
  if { [ "$3" = yes ] && [ "$count" -eq 0 ]; } || { [ "$3" = no ] && [ "$count" -ne 0 ]; }; then
    echo "changed: onnxruntime $1, telemetry $2: expected files: $3"; failed=1
  fi
}
check 1.32.0 plain yes
check 1.32.0 asked yes
check 1.32.0 after yes
check 1.32.0 before no
check 1.32.0 zero yes
check 1.32.0 ci no
check 1.29.0 plain yes
check 1.28.0 plain no
exit $failed
