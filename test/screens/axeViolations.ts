import axe from 'axe-core'

/**
 * Returns axe findings by rule. Rules that need a layout or a whole page are disabled, because jsdom does not render and a
 * component has no main landmark and no top-level heading.
 */
export async function axeViolations(): Promise<string[]> {
  const rules = Object.fromEntries(
    ['color-contrast', 'region', 'landmark-one-main', 'page-has-heading-one'].map((id) => [id, { enabled: false }]),
  )
  const { violations } = await axe.run(document.body, { rules })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
