import { track } from '#features/telemetry/web.tsx'
import { seconds } from '#shared/units.ts'
import { after } from '#browser/timers/time.ts'
import type { GenerateFlag, OperateType } from '../../rules.ts'

/** The time from generating to the call that counts it (B§4, B§9). */
const REPORT_DELAY = seconds(2)

/** Counts that something was generated (`POST /others/upload-info`), where the account allows it. Names of templates are not sent. */
export function reportGenerated(event: { flag: GenerateFlag; operateType: OperateType; templateType: string }): void {
  after(REPORT_DELAY, () => {
    track('generate', { flag: event.flag, operate_type: event.operateType, template_type: event.templateType })
  })
}
