import type { SectionKind } from '#features/notes/contract.ts'
import type { CategoryId } from '../contract.ts'
import type { TemplateColorName } from '../rules/templateColors.ts'

/** A template of Earshot itself. Its texts and its sections are in `texts/<locale>.json` under its id. */
export type SystemTemplate = {
  readonly id: string
  readonly category: CategoryId
  /** A Lucide icon that pages have (`web/card/icons.ts`). */
  readonly icon: string
  readonly color: TemplateColorName
  /** True if it needs a plan with the right `templates_pro`. */
  readonly isLocked: boolean
  /** The kinds of sections by their keys. The others are `text`. */
  readonly kinds: Readonly<Record<string, SectionKind>>
}

/** The id that leaves the choice of the template to Earshot. */
export const AUTO_TEMPLATE = 'AUTO-SELECT'

/**
 * Without a language model a section of another kind than `text` is filled with all that is of its kind: two sections of one kind
 * would be the same, and a heading that asks for more than the kind would be untrue. So such a kind occurs once in a template, and
 * what asks for more is `text`, filled with what matches heading and instruction.
 */
export const SYSTEM_TEMPLATES: readonly SystemTemplate[] = [
  free('VOICE-MEMO', 'cat_general', 'audio-lines', 'gray', { gist: 'overview', actions: 'actions' }),
  free('BRAINSTORMING', 'cat_general', 'lightbulb', 'amber', { ideas: 'points', favorites: 'decisions', actions: 'actions' }),
  free('MEETING', 'cat_meeting', 'users', 'blue', {
    summary: 'overview',
    decisions: 'decisions',
    actions: 'actions',
    topics: 'points',
    open: 'questions',
  }),
  free('MEETING-MINUTES', 'cat_meeting', 'file-text', 'blue', {
    agenda: 'chapters',
    discussion: 'points',
    resolutions: 'decisions',
    actions: 'actions',
  }),
  free('ONE-ON-ONE', 'cat_meeting', 'user-round', 'teal', { agreed: 'decisions', actions: 'actions' }),
  locked('BOARD-MEETING', 'cat_meeting', 'landmark', 'gray', {
    reports: 'points',
    figures: 'numbers',
    motions: 'decisions',
    actions: 'actions',
  }),
  free('SPEECH', 'cat_speech', 'mic', 'purple', {
    message: 'overview',
    course: 'chapters',
    thoughts: 'points',
    quotes: 'quotes',
    call: 'actions',
  }),
  free('PODCAST', 'cat_speech', 'podcast', 'purple', {
    description: 'overview',
    chapters: 'chapters',
    quotes: 'quotes',
    questions: 'questions',
  }),
  free('PHONE-CALL', 'cat_call', 'phone', 'green', {
    said: 'points',
    agreed: 'decisions',
    details: 'numbers',
    actions: 'actions',
  }),
  free('SUPPORT-CALL', 'cat_call', 'headset', 'teal', { words: 'quotes', actions: 'actions' }),
  free('INTERVIEW', 'cat_interview', 'messages-square', 'blue', {
    summary: 'overview',
    answers: 'questions',
    quotes: 'quotes',
    facts: 'numbers',
    agreed: 'actions',
  }),
  locked('RESEARCH-INTERVIEW', 'cat_interview', 'quote', 'teal', {
    summary: 'overview',
    themes: 'points',
    evidence: 'quotes',
    open: 'questions',
    actions: 'actions',
  }),
  locked('JOB-INTERVIEW', 'cat_interview', 'briefcase', 'blue', {
    experience: 'points',
    conditions: 'numbers',
    questions: 'questions',
    next: 'actions',
  }),
  free('USABILITY-TEST', 'cat_interview', 'mouse-pointer-click', 'purple', { tasks: 'chapters', quotes: 'quotes' }),
  free('PRESS-INTERVIEW', 'cat_interview', 'newspaper', 'gray', { statements: 'points', quotes: 'quotes', facts: 'numbers' }),
  free('DOCTOR-VISIT', 'cat_medical', 'stethoscope', 'teal', { next: 'actions', questions: 'questions' }),
  locked('MEDICAL-SOAP', 'cat_medical', 'activity', 'teal', { plan: 'actions' }),
  locked('THERAPY-NOTE', 'cat_medical', 'heart-handshake', 'purple', { topics: 'points', words: 'quotes', agreed: 'actions' }),
  locked('SALES-CALL', 'cat_sales', 'handshake', 'green', { figures: 'numbers', next: 'actions' }),
  free('DISCOVERY-CALL', 'cat_sales', 'telescope', 'green', {
    constraints: 'numbers',
    words: 'quotes',
    open: 'questions',
    next: 'actions',
  }),
  free('CONSULTING-WORKSHOP', 'cat_consulting', 'presentation', 'blue', {
    agenda: 'chapters',
    findings: 'points',
    decisions: 'decisions',
    open: 'questions',
    actions: 'actions',
  }),
  free('PROJECT-KICK-OFF', 'cat_consulting', 'rocket', 'amber', { dates: 'numbers', open: 'questions', actions: 'actions' }),
  free('LECTURE', 'cat_education', 'book-open', 'purple', {
    summary: 'overview',
    outline: 'chapters',
    arguments: 'points',
    test: 'questions',
    tasks: 'actions',
  }),
  free('MEETING-SEMINAR', 'cat_education', 'library', 'amber', {
    topic: 'overview',
    positions: 'points',
    open: 'questions',
    tasks: 'actions',
  }),
  free('LANGUAGE-LESSON', 'cat_education', 'languages', 'blue', { homework: 'actions' }),
  free('PARENT-TEACHER', 'cat_education', 'backpack', 'amber', { summary: 'overview', agreed: 'decisions', actions: 'actions' }),
  free('SITE-VISIT', 'cat_construction', 'hard-hat', 'amber', {
    progress: 'points',
    instructions: 'decisions',
    figures: 'numbers',
    actions: 'actions',
  }),
  free('STAND-UP', 'cat_it_engineering', 'list-checks', 'green', { today: 'actions' }),
  free('RETROSPECTIVE', 'cat_it_engineering', 'refresh-cw', 'teal', {
    changes: 'decisions',
    actions: 'actions',
    open: 'questions',
  }),
  free('INCIDENT-REVIEW', 'cat_it_engineering', 'siren', 'amber', {
    summary: 'overview',
    timeline: 'chapters',
    impact: 'numbers',
    actions: 'actions',
  }),
  locked('LEGAL-INTAKE', 'cat_legal', 'scale', 'gray', { facts: 'points', deadlines: 'numbers', actions: 'actions' }),
  locked('WITNESS-STATEMENT', 'cat_legal', 'signature', 'gray', { account: 'points', words: 'quotes', details: 'numbers' }),
  free('FLAT-VIEWING', 'cat_real_estate', 'house', 'amber', {
    impression: 'overview',
    rooms: 'chapters',
    costs: 'numbers',
    next: 'actions',
  }),
  locked('FINANCIAL-ADVICE', 'cat_financial', 'chart-line', 'green', { figures: 'numbers', actions: 'actions' }),
  free('TO-DO-LIST', 'cat_functional', 'list-todo', 'green', { actions: 'actions', dates: 'numbers' }),
  free('DECISIONS', 'cat_functional', 'circle-check', 'green', { decisions: 'decisions' }),
]

/** A template every plan has. */
function free(
  id: string,
  category: CategoryId,
  icon: string,
  color: TemplateColorName,
  kinds: SystemTemplate['kinds'] = {},
): SystemTemplate {
  return { id, category, icon, color, kinds, isLocked: false }
}

/** A template only plans with the right `templates_pro` have. */
function locked(...template: Parameters<typeof free>): SystemTemplate {
  return { ...free(...template), isLocked: true }
}
