/**
 * The specification mixes milliseconds (`duration`), seconds (`start_time`), minutes and cents. Numbers passed between functions
 * carry their unit in their type.
 */
declare const unit: unique symbol
export type Unit<Name extends string> = number & { readonly [unit]?: Name }

export type Seconds = Unit<'s'>
export type Millis = Unit<'ms'>
export type Bytes = Unit<'B'>

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB

export const seconds = (n: number): Millis => n * 1000
export const minutes = (n: number): Millis => n * 60_000
export const hours = (n: number): Millis => n * 3_600_000
export const days = (n: number): Millis => n * 86_400_000

/** Returns a time in whole Unix seconds, as in the wire fields `edit_time` and similar ones (B§3). */
export const unixSeconds = (time: Date): Seconds => Math.floor(time.getTime() / 1000)
