import type { TemplateItem } from '../../contract.ts'

/** What can be done with a template in its details. */
export type TemplateAction = 'use' | 'try' | 'edit' | 'versions' | 'personalize' | 'delete'
export type RunTemplateAction = (action: TemplateAction, template: TemplateItem) => void
