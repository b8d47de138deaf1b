import { paths } from '#shared/paths.ts'
import { markup } from '#platform/http/html.ts'
import { renderNotice, type PageFrame } from '../page/renderDocument.ts'
import { textsOf } from '../page/texts.ts'
import { MAX_DETAILS, MAX_EMAIL, REPORT_REASONS, type ReportInput } from './reports.ts'

const NOTHING: ReportInput = { reason: '', details: '', email: '' }

/** Returns the page on which a reader reports a link. It needs no script, and keeps the input when something is missing. */
export function renderReport(
  frame: PageFrame,
  token: string,
  { input = NOTHING, isWrong = false }: { input?: ReportInput; isWrong?: boolean } = {},
): string {
  const t = textsOf(frame.locale)
  const labels = {
    private: t.report_private,
    illegal: t.report_illegal,
    deceptive: t.report_deceptive,
    other: t.report_other,
  }
  const more = markup`<form method="post" action="${paths.share(token)}/report">
    ${isWrong && markup`<p class="bad" role="alert">${t.report_wrong}</p>`}
    <fieldset>
      <legend>${t.report_reason}</legend>
      ${REPORT_REASONS.map(
        (reason) =>
          markup`<label class="choice"
            ><input type="radio" name="reason" value="${reason}" required ${input.reason === reason && markup` checked`} />${
              labels[reason]
            }</label
          >`,
      )}
    </fieldset>
    <label for="details">${t.report_details}</label>
    <textarea id="details" name="details" rows="4" maxlength="${MAX_DETAILS}">${input.details}</textarea>
    <label for="email">${t.report_email}</label>
    <input id="email" name="email" type="email" autocomplete="email" maxlength="${MAX_EMAIL}" value="${input.email}" />
    <div class="acts">
      <button class="btn main">${t.report_send}</button>
      <a class="btn" href="${paths.share(token)}">${t.report_cancel}</a>
    </div>
  </form>`
  return renderNotice(frame, { title: t.report_title, text: t.report_text, more })
}

/** Returns the confirmation page of a report. */
export function renderReported(frame: PageFrame, token: string): string {
  const t = textsOf(frame.locale)
  const more = markup`<p><a class="btn" href="${paths.share(token)}">${t.report_back}</a></p>`
  return renderNotice(frame, { title: t.report_done_title, text: t.report_done_text, more })
}
