import { useFormat } from '#browser/i18n/useFormat.ts'

/** Formats how long to wait: in minutes and seconds (`1 min 30 s`), from ten minutes on rounded up to minutes. */
export function useFormatWait(): (seconds: number | undefined) => string {
  const { duration } = useFormat()
  return (seconds = 0) => {
    if (seconds < 60) return duration(seconds)
    if (seconds >= 600) return duration(Math.ceil(seconds / 60) * 60)
    const rest = seconds % 60
    return rest === 0 ? duration(seconds) : `${duration(seconds - rest)} ${duration(rest)}`
  }
}
