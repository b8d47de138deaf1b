import type { SectionKind } from '#features/notes/contract.ts'
import type { CategoryId } from '../contract.ts'

/** Icons a template can have, by their lucide names. */
export const TEMPLATE_ICONS = [
  'activity',
  'audio-lines',
  'backpack',
  'book-open',
  'briefcase',
  'chart-line',
  'circle-check',
  'file-text',
  'handshake',
  'hard-hat',
  'headset',
  'heart-handshake',
  'house',
  'landmark',
  'languages',
  'library',
  'lightbulb',
  'list-checks',
  'list-todo',
  'messages-square',
  'mic',
  'mouse-pointer-click',
  'newspaper',
  'phone',
  'podcast',
  'presentation',
  'quote',
  'refresh-cw',
  'rocket',
  'scale',
  'signature',
  'siren',
  'stethoscope',
  'telescope',
  'user-round',
  'users',
] as const
export type TemplateIcon = (typeof TEMPLATE_ICONS)[number]

export const TEMPLATE_COLORS = ['blue', 'amber', 'purple', 'teal', 'green', 'gray'] as const
export type TemplateColor = (typeof TEMPLATE_COLORS)[number]

/** A template of Earshot itself. Its texts are in `texts/<locale>.json` under its id and the keys of its sections. */
export type SystemTemplate = {
  readonly id: string
  readonly category: CategoryId
  readonly icon: TemplateIcon
  readonly color: TemplateColor
  /** True if it needs a plan with the right `templates_pro`. */
  readonly isLocked: boolean
  readonly sections: readonly TemplateSection[]
}
type TemplateSection = { readonly key: string; readonly kind: SectionKind }

/** The id that leaves the choice of the template to Earshot. */
export const AUTO_TEMPLATE = 'AUTO-SELECT'

/**
 * Without a language model a section of another kind than `text` is filled with all that is of its kind: two sections of one kind
 * would be the same, and a heading that asks for more than the kind would be untrue. So such a kind occurs once in a template, and
 * what asks for more is `text`, filled with what matches heading and instruction.
 */
export const SYSTEM_TEMPLATES: readonly SystemTemplate[] = [
  free('VOICE-MEMO', 'cat_general', 'audio-lines', 'gray', { gist: 'overview', thoughts: 'text', actions: 'actions' }),
  free('BRAINSTORMING', 'cat_general', 'lightbulb', 'amber', {
    question: 'text',
    ideas: 'points',
    favorites: 'decisions',
    doubts: 'text',
    actions: 'actions',
  }),
  free('MEETING', 'cat_meeting', 'users', 'blue', {
    summary: 'overview',
    decisions: 'decisions',
    actions: 'actions',
    topics: 'points',
    open: 'questions',
  }),
  free('MEETING-MINUTES', 'cat_meeting', 'file-text', 'blue', {
    attendance: 'text',
    agenda: 'chapters',
    discussion: 'points',
    resolutions: 'decisions',
    actions: 'actions',
    next: 'text',
  }),
  free('ONE-ON-ONE', 'cat_meeting', 'user-round', 'teal', {
    state: 'text',
    progress: 'text',
    obstacles: 'text',
    feedback: 'text',
    agreed: 'decisions',
    actions: 'actions',
    open: 'text',
  }),
  locked('BOARD-MEETING', 'cat_meeting', 'landmark', 'gray', {
    attendance: 'text',
    interests: 'text',
    reports: 'points',
    figures: 'numbers',
    motions: 'decisions',
    actions: 'actions',
    next: 'text',
  }),
  free('SPEECH', 'cat_speech', 'mic', 'purple', {
    message: 'overview',
    course: 'chapters',
    thoughts: 'points',
    quotes: 'quotes',
    sources: 'text',
    call: 'actions',
  }),
  free('PODCAST', 'cat_speech', 'podcast', 'purple', {
    description: 'overview',
    guests: 'text',
    chapters: 'chapters',
    quotes: 'quotes',
    mentioned: 'text',
    questions: 'questions',
  }),
  free('PHONE-CALL', 'cat_call', 'phone', 'green', {
    reason: 'text',
    said: 'points',
    agreed: 'decisions',
    details: 'numbers',
    actions: 'actions',
  }),
  free('SUPPORT-CALL', 'cat_call', 'headset', 'teal', {
    problem: 'text',
    circumstances: 'text',
    tried: 'text',
    outcome: 'text',
    words: 'quotes',
    actions: 'actions',
  }),
  free('INTERVIEW', 'cat_interview', 'messages-square', 'blue', {
    summary: 'overview',
    answers: 'questions',
    quotes: 'quotes',
    facts: 'numbers',
    agreed: 'actions',
  }),
  locked('RESEARCH-INTERVIEW', 'cat_interview', 'quote', 'teal', {
    summary: 'overview',
    background: 'text',
    themes: 'points',
    evidence: 'quotes',
    contrary: 'text',
    open: 'questions',
    actions: 'actions',
  }),
  locked('JOB-INTERVIEW', 'cat_interview', 'briefcase', 'blue', {
    background: 'text',
    experience: 'points',
    examples: 'text',
    motivation: 'text',
    conditions: 'numbers',
    questions: 'questions',
    next: 'actions',
  }),
  free('USABILITY-TEST', 'cat_interview', 'mouse-pointer-click', 'purple', {
    participant: 'text',
    tasks: 'chapters',
    problems: 'text',
    worked: 'text',
    quotes: 'quotes',
    wishes: 'text',
  }),
  free('PRESS-INTERVIEW', 'cat_interview', 'newspaper', 'gray', {
    news: 'text',
    statements: 'points',
    quotes: 'quotes',
    facts: 'numbers',
    terms: 'text',
    open: 'text',
  }),
  free('DOCTOR-VISIT', 'cat_medical', 'stethoscope', 'teal', {
    reason: 'text',
    findings: 'text',
    medicines: 'text',
    warning: 'text',
    next: 'actions',
    questions: 'questions',
  }),
  locked('MEDICAL-SOAP', 'cat_medical', 'activity', 'teal', {
    subjective: 'text',
    objective: 'text',
    assessment: 'text',
    plan: 'actions',
    medication: 'text',
    open: 'text',
  }),
  locked('THERAPY-NOTE', 'cat_medical', 'heart-handshake', 'purple', {
    topics: 'points',
    state: 'text',
    words: 'quotes',
    interventions: 'text',
    risk: 'text',
    agreed: 'actions',
    next: 'text',
  }),
  locked('SALES-CALL', 'cat_sales', 'handshake', 'green', {
    problem: 'text',
    figures: 'numbers',
    people: 'text',
    criteria: 'text',
    process: 'text',
    alternatives: 'text',
    next: 'actions',
  }),
  free('DISCOVERY-CALL', 'cat_sales', 'telescope', 'green', {
    situation: 'text',
    problems: 'text',
    goals: 'text',
    constraints: 'numbers',
    words: 'quotes',
    open: 'questions',
    next: 'actions',
  }),
  free('CONSULTING-WORKSHOP', 'cat_consulting', 'presentation', 'blue', {
    goal: 'text',
    agenda: 'chapters',
    findings: 'points',
    differences: 'text',
    decisions: 'decisions',
    open: 'questions',
    actions: 'actions',
  }),
  free('PROJECT-KICK-OFF', 'cat_consulting', 'rocket', 'amber', {
    goal: 'text',
    scope: 'text',
    roles: 'text',
    dates: 'numbers',
    risks: 'text',
    open: 'questions',
    actions: 'actions',
  }),
  free('LECTURE', 'cat_education', 'book-open', 'purple', {
    summary: 'overview',
    outline: 'chapters',
    terms: 'text',
    arguments: 'points',
    test: 'questions',
    tasks: 'actions',
  }),
  free('MEETING-SEMINAR', 'cat_education', 'library', 'amber', {
    topic: 'overview',
    positions: 'points',
    disagreement: 'text',
    sources: 'text',
    open: 'questions',
    tasks: 'actions',
  }),
  free('LANGUAGE-LESSON', 'cat_education', 'languages', 'blue', {
    words: 'text',
    grammar: 'text',
    corrections: 'text',
    pronunciation: 'text',
    homework: 'actions',
  }),
  free('PARENT-TEACHER', 'cat_education', 'backpack', 'amber', {
    summary: 'overview',
    strengths: 'text',
    support: 'text',
    agreed: 'decisions',
    actions: 'actions',
    open: 'text',
  }),
  free('SITE-VISIT', 'cat_construction', 'hard-hat', 'amber', {
    visit: 'text',
    progress: 'points',
    defects: 'text',
    safety: 'text',
    instructions: 'decisions',
    figures: 'numbers',
    actions: 'actions',
  }),
  free('STAND-UP', 'cat_it_engineering', 'list-checks', 'green', { done: 'text', today: 'actions', blockers: 'text' }),
  free('RETROSPECTIVE', 'cat_it_engineering', 'refresh-cw', 'teal', {
    good: 'text',
    hard: 'text',
    learned: 'text',
    changes: 'decisions',
    actions: 'actions',
    open: 'questions',
  }),
  free('INCIDENT-REVIEW', 'cat_it_engineering', 'siren', 'amber', {
    summary: 'overview',
    timeline: 'chapters',
    impact: 'numbers',
    causes: 'text',
    helped: 'text',
    open: 'text',
    actions: 'actions',
  }),
  locked('LEGAL-INTAKE', 'cat_legal', 'scale', 'gray', {
    parties: 'text',
    facts: 'points',
    goal: 'text',
    deadlines: 'numbers',
    documents: 'text',
    open: 'text',
    actions: 'actions',
  }),
  locked('WITNESS-STATEMENT', 'cat_legal', 'signature', 'gray', {
    person: 'text',
    account: 'points',
    perceived: 'text',
    words: 'quotes',
    details: 'numbers',
    uncertain: 'text',
    open: 'text',
  }),
  free('FLAT-VIEWING', 'cat_real_estate', 'house', 'amber', {
    impression: 'overview',
    rooms: 'chapters',
    faults: 'text',
    costs: 'numbers',
    terms: 'text',
    open: 'text',
    next: 'actions',
  }),
  locked('FINANCIAL-ADVICE', 'cat_financial', 'chart-line', 'green', {
    situation: 'text',
    goals: 'text',
    figures: 'numbers',
    risk: 'text',
    advice: 'text',
    disclosed: 'text',
    actions: 'actions',
  }),
  free('TO-DO-LIST', 'cat_functional', 'list-todo', 'green', {
    actions: 'actions',
    dates: 'numbers',
    waiting: 'text',
    open: 'text',
  }),
  free('DECISIONS', 'cat_functional', 'circle-check', 'green', {
    decisions: 'decisions',
    reasons: 'text',
    rejected: 'text',
    open: 'text',
  }),
]

/** A template every plan has. The sections come in the order in which their keys are written. */
function free(
  id: string,
  category: CategoryId,
  icon: TemplateIcon,
  color: TemplateColor,
  kinds: Readonly<Record<string, SectionKind>>,
): SystemTemplate {
  const sections = Object.entries(kinds).map(([key, kind]) => ({ key, kind }))
  return { id, category, icon, color, isLocked: false, sections }
}

/** A template only plans with the right `templates_pro` have. */
function locked(...template: Parameters<typeof free>): SystemTemplate {
  return { ...free(...template), isLocked: true }
}
