import { useFormat } from '#ui/useFormat.ts'

/** How long to wait, to the second while that is soon: `1 min 30 s`, and rounded up to minutes from ten of them. */
export function useWaitWords(): (seconds: number | undefined) => string {
  const { duration } = useFormat()
  return (seconds = 0) => {
    if (seconds < 60) return duration(seconds)
    if (seconds >= 600) return duration(Math.ceil(seconds / 60) * 60)
    const rest = seconds % 60
    return rest === 0 ? duration(seconds) : `${duration(seconds - rest)} ${duration(rest)}`
  }
}
