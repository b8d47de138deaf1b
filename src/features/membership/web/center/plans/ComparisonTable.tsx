import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { type RightCode, includesRight } from '../../../rules.ts'
import { LANGUAGES, PLANS, type Plan, getPlanMinutes } from '../PlanBenefits.tsx'

/** The rows of the table, by group. A row shows a right of the table of rights (A§6), or a number. */
const GROUPS = [
  { id: 'transcription', rows: ['minutes', 'languages'] },
  { id: 'summary', rows: ['ask_ai', 'glossary', 'templates_pro', 'template_community', 'custom_templates'] },
  { id: 'sharing', rows: ['sharing', 'export'] },
  { id: 'device', rows: ['devices'] },
  { id: 'storage', rows: ['cloud_sync'] },
] as const
type RowId = (typeof GROUPS)[number]['rows'][number]

/** The right that a row shows. Everyone can use recorders. */
const rightOfRow = (row: Exclude<RowId, 'minutes' | 'languages'>): RightCode => (row === 'devices' ? 'cloud_sync' : row)

/** What each plan includes (A§2). */
export function ComparisonTable() {
  const t = useTranslations('membership')
  return (
    <section aria-labelledby="compare" className="grid grid-cols-1 gap-2.5">
      <h2 id="compare" className="text-base font-[640]">
        {t('member_compare')}
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <table aria-labelledby="compare" className="w-full table-fixed text-left text-md max-sm:text-sm">
          <thead>
            <tr className="h-10.5">
              <th scope="col" className="w-[48%] max-sm:w-[37%]">
                <span className="sr-only">{t('plans_feature')}</span>
              </th>
              {PLANS.map((plan) => (
                // The last column holds words, the others numbers.
                <th
                  key={plan}
                  scope="col"
                  className={classes(CELL_CLASS, 'font-[600]', plan !== 'unlimited' && 'max-sm:w-[19%]')}
                >
                  {t(`plan_${plan}`)}
                </th>
              ))}
            </tr>
          </thead>
          {GROUPS.map(({ id, rows }) => (
            <tbody key={id}>
              <tr className="border-t border-line bg-surface">
                <th scope="rowgroup" colSpan={4} className="h-8.5 px-5 text-xs font-[550] text-ink3 max-sm:px-3">
                  {t(`plans_group_${id}`)}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row} className="h-10.5 border-t border-line">
                  <th scope="row" className="px-5 py-2 font-[400] text-ink2 wrap-anywhere hyphens-auto max-sm:px-3">
                    {t(`plans_row_${row}`)}
                  </th>
                  {PLANS.map((plan) => (
                    <td key={plan} className={CELL_CLASS}>
                      <Cell row={row} plan={plan} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}

const CELL_CLASS = 'px-2 py-2 wrap-anywhere hyphens-auto max-sm:px-1 max-sm:text-xs'

function Cell({ row, plan }: { row: RowId; plan: Plan }): ReactNode {
  const t = useTranslations('membership')
  const { number } = useFormat()
  if (row === 'minutes') {
    const planMinutes = getPlanMinutes(plan)
    return planMinutes === null ? t('plans_minutes_unlimited') : number(planMinutes)
  }
  if (row === 'languages') return number(LANGUAGES)
  if (!includesRight(plan, rightOfRow(row)))
    return <Mark icon={<Minus aria-hidden className="size-4.5 text-ink3" />} label={t('plans_no')} />
  const count = COUNTS[row]
  if (count !== undefined) return `${number(count)}+`
  return <Mark icon={<Check aria-hidden className="size-4.5 text-accent" />} label={t('plans_yes')} />
}

/** At least how many of it there are (A§6). Templates have no number here: how many there are is up to the users of the server. */
const COUNTS: Partial<Record<RowId, number>> = { export: 27 }

const Mark = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <>
    {icon}
    <span className="sr-only">{label}</span>
  </>
)
