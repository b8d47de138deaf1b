import { spawn, type ChildProcess } from 'node:child_process'

export type Guard = {
  /** Guards `pid`: it must not outlive this process. */
  readonly watch: (pid: number) => void
  /** Stops guarding. */
  readonly stop: () => void
}

/**
 * Reads process ids from its input. When the input ends without the word `done`, this process has died. The script then stops the
 * last pid, if it is still a process of the cluster, with SIGINT and after 20 s with SIGQUIT.
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
 * Starts a shell that reads from a pipe whose other end only this process holds, so that PostgreSQL is stopped even after kill -9
 * of this process. The shell has its own session, so Ctrl-C does not reach it, and is restarted when it is killed.
 */
export const startGuard = (cluster: string): Guard => {
  let guardedPid: number | null = null
  let isStopped = false
  let shell = startShell()

  function startShell(): ChildProcess {
    const child = spawn('sh', ['-c', script, 'earshot-guard', cluster], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // A dead guard breaks the pipe. The exit handler below starts the next one.
    child.stdin?.on('error', () => {})
    child.on('error', () => {})
    child.on('exit', () => {
      if (!isStopped) shell = startShell()
    })
    if (guardedPid !== null) child.stdin?.write(`${guardedPid}\n`)
    return child
  }

  return {
    watch: (pid) => {
      guardedPid = pid
      shell.stdin?.write(`${pid}\n`)
    },
    stop: () => {
      isStopped = true
      shell.stdin?.end('done\n')
    },
  }
}
