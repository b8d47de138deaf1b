/** Categories of templates. These are the ids that clients know. */
export const TEMPLATE_CATEGORIES = [
  'cat_general',
  'cat_meeting',
  'cat_speech',
  'cat_call',
  'cat_interview',
  'cat_medical',
  'cat_sales',
  'cat_consulting',
  'cat_education',
  'cat_construction',
  'cat_it_engineering',
  'cat_legal',
  'cat_real_estate',
  'cat_financial',
  'cat_functional',
] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

type SectionKind = 'overview' | 'points' | 'decisions' | 'actions' | 'questions' | 'chapters' | 'numbers' | 'quotes' | 'text'

/** A template of Earshot itself. Its texts are in `texts/<locale>.json` under its id and the keys of its sections. */
export type SystemTemplate = {
  readonly id: string
  readonly category: TemplateCategory
  readonly icon: string
  readonly color: string
  /** True if it needs a plan with the right `templates_pro`. */
  readonly isLocked: boolean
  readonly sections: readonly { readonly key: string; readonly kind: SectionKind }[]
}

/** The id that leaves the choice of the template to Earshot. */
export const AUTO_TEMPLATE = 'AUTO-SELECT'

export const SYSTEM_TEMPLATES: readonly SystemTemplate[] = [
  {
    id: 'MEETING',
    category: 'cat_meeting',
    icon: 'users',
    color: 'blue',
    isLocked: false,
    sections: [
      { key: 'summary', kind: 'overview' },
      { key: 'decisions', kind: 'decisions' },
      { key: 'actions', kind: 'actions' },
    ],
  },
  {
    id: 'INTERVIEW',
    category: 'cat_interview',
    icon: 'message-circle',
    color: 'purple',
    isLocked: false,
    sections: [
      { key: 'summary', kind: 'overview' },
      { key: 'questions', kind: 'questions' },
    ],
  },
  {
    id: 'LEGAL-INTAKE',
    category: 'cat_legal',
    icon: 'scale',
    color: 'gray',
    isLocked: true,
    sections: [{ key: 'facts', kind: 'points' }],
  },
]
