import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import {
  CategoryId,
  LanguageCode,
  TabName,
  TemplateColor,
  TemplateContent,
  TemplateDetail,
  TemplateIcon,
  TemplateId,
  TemplateItem,
  TemplateName,
} from './item.ts'
import { noPermission, tooMany } from './refusals.ts'

const params = z.object({ id: TemplateId })
const look = { category: z.optional(CategoryId), icon: z.optional(TemplateIcon), icon_color: z.optional(TemplateColor) }

/** A user's own templates, which only this user sees (B§3, B§7). */
export const customTemplatesContract = {
  list: route({
    method: 'GET',
    path: '/ai/customtemplates',
    access: 'signed-in',
    summary: 'List the own templates, newest first',
    query: z.object({ language_os: LanguageCode }),
    /** `max` is the most that the plan allows; 0 when it includes none. */
    reply: z.object({ data: z.array(TemplateItem), max: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/ai/customtemplates',
    access: 'signed-in',
    summary: 'Save an own template (B§5, B§6)',
    body: z.object({
      name: TemplateName,
      content: TemplateContent,
      note_tab_name: z.optional(TabName),
      ...look,
      /** The language it is written in. */
      language_os: LanguageCode,
    }),
    reply: z.object({ data: TemplateItem }),
    refusals: { noPermission, tooMany },
  }),
  copy: route({
    method: 'POST',
    path: '/ai/customtemplates/copy',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Save a copy of a system or community template as an own one; it stays at the version that was copied',
    body: z.object({
      template_id: TemplateId,
      /** The language of the copy of a system template, or of a translated one. */
      language_os: LanguageCode,
      language_trans: LanguageCode,
    }),
    reply: z.object({ data: TemplateItem }),
    refusals: {
      noPermission,
      tooMany,
      locked: { status: -13, message: 'Your plan does not include this template.' },
    },
  }),
  change: route({
    method: 'PATCH',
    path: '/ai/customtemplates/:id',
    access: 'signed-in',
    summary: 'Change an own template',
    params,
    body: z.object({
      name: z.optional(TemplateName),
      content: z.optional(TemplateContent),
      note_tab_name: z.optional(TabName),
      ...look,
    }),
    reply: z.object({ data: TemplateItem }),
    refusals: { noPermission },
  }),
  remove: route({
    method: 'DELETE',
    path: '/ai/customtemplates/:id',
    access: 'signed-in',
    addsData: false,
    summary: 'Delete an own template, also when the plan no longer includes it',
    params,
    reply: z.object({}),
  }),
  read: route({
    method: 'GET',
    path: '/summary/template/:id',
    access: 'signed-in',
    summary: 'Get one template in full: a system template, an own one, or a published community template',
    params,
    query: z.object({ language_os: LanguageCode, language_trans: LanguageCode }),
    reply: z.object({ data: TemplateDetail }),
  }),
} as const
