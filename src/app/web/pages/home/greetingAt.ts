export type Greeting = 'good_morning' | 'good_afternoon' | 'good_evening'

/** What one says at this hour, 0 to 23, of the reader's own day. */
export function greetingAt(hour: number): Greeting {
  if (hour >= 5 && hour < 12) return 'good_morning'
  return hour >= 12 && hour < 18 ? 'good_afternoon' : 'good_evening'
}
