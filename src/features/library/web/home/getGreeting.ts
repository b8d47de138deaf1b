/** The classes of the line of the greeting, with the name or with the field for it. */
export const GREETING_ROW = 'flex h-10 min-w-0 items-center text-3xl font-[640] tracking-[-0.02em] max-sm:h-11 max-sm:text-2xl'

export type GreetingName = 'good_morning' | 'good_afternoon' | 'good_evening'

/** Returns the greeting for an hour (0 to 23) in local time. */
export function getGreeting(hour: number): GreetingName {
  if (hour >= 5 && hour < 12) return 'good_morning'
  return hour >= 12 && hour < 18 ? 'good_afternoon' : 'good_evening'
}
