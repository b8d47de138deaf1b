import { z } from 'zod/mini'

/** The wrong parts and the parts already received. The upload itself does not change. */
const partDetails = z.object({
  part_numbers: z.array(z.int()),
  arrived: z.array(z.int()),
  bytes_named: z.number(),
  bytes_announced: z.number(),
})
const partMissing = {
  status: -81,
  message: 'These parts are missing: {part_numbers}. Send them to their links, then merge again.',
  details: partDetails,
} as const
const partChanged = {
  status: -82,
  message: 'These parts have a different etag: {part_numbers}. Send them again to their links, then merge with the new etags.',
  details: partDetails,
} as const
const partsSwapped = {
  status: -83,
  message:
    'These parts are out of order or have the etag of another part: {part_numbers}. List all parts in ascending order, each with its own etag, or send them again to their links.',
  details: partDetails,
} as const
const partTwice = {
  status: -84,
  message: 'These parts are listed more than once: {part_numbers}. List each part once, then merge again.',
  details: partDetails,
} as const
const partExtra = {
  status: -85,
  message: 'These parts do not belong to this upload: {part_numbers}. Leave them out, then merge again.',
  details: partDetails,
} as const
const tooFewBytes = {
  status: -86,
  message:
    'The listed parts have {bytes_named} of {bytes_announced} bytes. Send or list these parts too, then merge again: {part_numbers}.',
  details: partDetails,
} as const
const tooManyBytes = {
  status: -87,
  message:
    'The listed parts have {bytes_named} bytes, but {bytes_announced} were declared. Send them again in the right size, then merge again.',
  details: partDetails,
} as const
/** An object store accepts only parts of at least 5 MiB, except for the last one. */
const partTooSmall = {
  status: -88,
  message:
    'These parts are smaller than 5 MiB, and none is the last: {part_numbers}. Send them again with more bytes, then merge again.',
  details: partDetails,
} as const
const mergedOtherwise = {
  status: -89,
  message: 'This upload has already been merged from other parts. Confirm it, or cancel it.',
} as const
/** Reasons for refusing a merge while the upload still exists. Each message names the parts to send or to list. */
export const wrongParts = {
  partMissing,
  partChanged,
  partsSwapped,
  partTwice,
  partExtra,
  tooFewBytes,
  tooManyBytes,
  partTooSmall,
  mergedOtherwise,
}
