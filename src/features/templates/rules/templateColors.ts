/** The preset colours. Speakers have the same hues. */
export const TEMPLATE_COLORS = ['blue', 'amber', 'purple', 'teal', 'green', 'gray'] as const
export type TemplateColorName = (typeof TEMPLATE_COLORS)[number]
