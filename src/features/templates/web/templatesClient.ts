import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { tryTemplate } from '#features/notes/contract.ts'
import { customTemplatesContract, templateReviewContract, templateVersionsContract, templatesContract } from '../contract.ts'

/** The typed clients of this feature: lists and the community, own templates, versions, tries, reviews. */
export const templates = client('templates', templatesContract, send)
export const customTemplates = client('templates', customTemplatesContract, send)
export const templateVersions = client('templates', templateVersionsContract, send)
export const templateTries = client('templates', { tryTemplate }, send)
export const reviews = client('templates', templateReviewContract, send)
