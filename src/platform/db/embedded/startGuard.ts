import { spawn, type ChildProcess } from 'node:child_process'

export type Guard = {
  /** From now on `pid` is what must not outlive us. */
  readonly watch: (pid: number) => void
  /** There is nothing left to guard. */
  readonly dismiss: () => void
}

/**
 * Reads process ids from its input. When the input ends without the word `done`, we are dead: it stops the last one named,
 * provided that is still the cluster's own process, first gently (SIGINT), after 20 s hard (SIGQUIT).
 */
const script = `
cluster=$1 pid=
while read -r line; do
  [ "$line" = done ] && exit 0
  pid=$line
done
[ -n "$pid" ] || exit 0
alive() {
  [ -d /proc/self ] || { kill -0 "$pid" 2>/dev/null; return; }
  case $(readlink "/proc/$pid/cwd") in "$cluster" | "$cluster (deleted)") ;; *) false ;; esac
}
alive && kill -INT "$pid" || exit 0
tenths=0
while alive; do
  [ $tenths -eq 200 ] && kill -QUIT "$pid"
  [ $tenths -ge 250 ] && exit 1
  tenths=$((tenths + 1))
  sleep 0.1
done
`

/**
 * A tiny shell that holds the end of a pipe whose other end only we hold: no orphan survives us, not even kill -9. It has
 * its own session, so Ctrl-C does not reach it, and is replaced when somebody ends it.
 */
export const startGuard = (cluster: string): Guard => {
  let guarded: number | null = null
  let dismissed = false
  let shell = hire()

  function hire(): ChildProcess {
    const started = spawn('sh', ['-c', script, 'earshot-guard', cluster], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // A guard that died breaks the pipe; the exit below hires the next.
    started.stdin?.on('error', () => {})
    started.on('error', () => {})
    started.on('exit', () => {
      if (!dismissed) shell = hire()
    })
    if (guarded !== null) started.stdin?.write(`${guarded}\n`)
    return started
  }

  return {
    watch: (pid) => {
      guarded = pid
      shell.stdin?.write(`${pid}\n`)
    },
    dismiss: () => {
      dismissed = true
      shell.stdin?.end('done\n')
    },
  }
}
