import { z } from 'zod'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { type Card, readCard, TEST_CARDS } from '../cards.ts'

const OTHER = 'other'
const Fields = z.object({ card: z.string().max(40).default(''), number: z.string().max(40).default('') })

/** Returns the card chosen in a form, or null for an invalid number. */
export function chosenCard(form: Readonly<Record<string, string>>): Card | null {
  const fields = Fields.safeParse(form)
  if (!fields.success) return null
  const { card, number } = fields.data
  return readCard(card === OTHER ? number : card)
}

/** Renders the choice of a card: a listed one, or the number of another. */
export const renderCardChoice = (legend = 'Card', cards: readonly Card[] = TEST_CARDS): SafeHtml =>
  markup`<fieldset>
    <legend>${legend}</legend>
    ${TEST_CARDS.filter(({ kind }) => cards.some((card) => card.kind === kind)).map(
      ({ number, label }, index) =>
        markup`<label class="choice">
          <input type="radio" name="card" value="${number}" required ${index === 0 && CHECKED} />
          <span>${number.replaceAll(/(.{4})(?=.)/g, '$1 ')}<small>${label}</small></span>
        </label>`,
    )}
    <label class="choice">
      <input type="radio" name="card" value="${OTHER}" />
      <span>Another number<small>Succeeds, as a card of its own</small></span>
    </label>
    <label class="field">Number of another card
      <input name="number" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="5555 5555 5555 4444" />
    </label>
  </fieldset>`

const CHECKED = markup`checked`

/** Renders the question whether 3-D Secure succeeds. The form is sent to `action`. */
export const renderSecureStep = (action: string, { card, amount }: { card: Card; amount: string }): SafeHtml =>
  markup`<p>The bank of the card that ends with ${card.number.slice(-4)} asks whether you want to pay ${amount}.</p>
    <form method="post" action="${action}">
      <input type="hidden" name="card" value="${card.number}" />
      <div class="actions">
        <button class="main" name="outcome" value="pass">Confirm the payment</button>
        <button name="outcome" value="fail">Refuse it</button>
      </div>
    </form>`

/** Error messages by their name in the URL of a page. */
export const PROBLEMS: Readonly<Record<string, string>> = {
  declined: 'The card was declined. Try another one.',
  unconfirmed: '3-D Secure was not passed, so nothing was paid. Try again, or use another card.',
  number: 'This is not the number of a card.',
}
