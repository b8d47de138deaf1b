"""Runs one of Swift's servers, or another program beside them, and ends it when its parent process ends.

serve.py <folder of the settings> account|container|object|proxy
serve.py <folder of the settings> <program> [argument ...]
"""
import ctypes
import os
import signal
import sys

folder, what = sys.argv[1], sys.argv[2]
# No process may outlive its test, even when the test was killed (PR_SET_PDEATHSIG).
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() == 1:
    sys.exit('the process that started this has exited')
if what.startswith('/'):
    os.execv(what, sys.argv[2:])

from swift.common import utils

utils.set_swift_dir(folder)
from swift.common.wsgi import run_wsgi

sys.exit(run_wsgi(f'{folder}/{what}-server.conf', f'{what}-server', verbose=True))
