import { z } from 'zod/mini'
import { CategoryId, TEMPLATE_PAGE_SIZE } from './item.ts'

/** A language, which other clients send as null when there is none. */
export const Language = z.optional(
  z.pipe(
    z.nullish(z.string().check(z.maxLength(40))),
    z.transform((language) => language ?? undefined),
  ),
)

/** A whole number from 1 (or `min`) to `max`; the default for null, which other clients send for what they leave out. */
const numberOr = (value: number, { min = 1, max }: { min?: number; max: number }) =>
  z.pipe(
    z.nullish(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max))),
    z.transform((number) => number ?? value),
  )

/** Other clients send null for what they leave out. */
export const orNull = <T extends z.core.$ZodType>(type: T) => z.optional(z.nullable(type))

/** `true`, `1`, `"true"`, `"1"` and `"yes"` are yes, everything else is no. */
const Flag = orNull(z.union([z.boolean(), z.number(), z.string().check(z.maxLength(10))]))

/** Where templates are listed: 1, one is chosen for a recording, so that the automatic choice is offered; 2, they are browsed. */
export type TemplateScene = 1 | 2

/** The template list request of B§7, which all lists obey (docs/decisions/0133). `scene` is the default. */
export const templateListRequest = (scene: TemplateScene) => ({
  /** The language of the page: that of system templates, names of categories and the search. */
  language_os: Language,
  /** The language in which templates of the community are read: those written in it come first, others are translated. */
  language_trans: Language,
  scene: numberOr(scene, { min: 0, max: 9 }),
  /** Only this category. Own templates without a category count as general. */
  category_id: orNull(z.union([CategoryId, z.literal('')])),
  page: numberOr(1, { max: 10_000 }),
  page_size: numberOr(TEMPLATE_PAGE_SIZE, { max: 100 }),
  /** Whether the first page also names what the user used last. */
  has_recently_use: Flag,
  /** Whether own templates are listed too. The list of own ones and that of recent uses hold them unless this says no. */
  has_custom: Flag,
  /** A template that the reply holds in any case, and that comes first in the list it belongs to. */
  selected_template: orNull(z.string().check(z.maxLength(64))),
})

/** The list request of a call without a body. */
export const emptyListRequest = (scene: TemplateScene) => ({ scene, page: 1, page_size: TEMPLATE_PAGE_SIZE })
