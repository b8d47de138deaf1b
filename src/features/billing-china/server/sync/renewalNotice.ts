import type { AppContext } from '#platform/context.ts'
import type { PayPlatform } from '#platform/payments/qr/qrPayments.ts'
import { paths } from '#shared/paths.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { type PlanKey, PLANS } from '../../rules.ts'
import { productTitle } from '../productTitle.ts'
import { type AgreementRecord, findAgreement } from '../storeAgreements.ts'

/** Sends the notice of a charge, if it is still due at this time. */
export async function sendRenewalNotice(
  ctx: AppContext,
  { subId, chargeAt }: { subId: string; chargeAt: string },
): Promise<void> {
  const agreement = await findAgreement(ctx, subId)
  if (!agreement?.user_id || !agreement.charge_at || agreement.charge_at.toISOString() !== chargeAt) return
  const { email, isRelay } = await readAccountProfile(ctx, agreement.user_id)
  if (isRelay) return
  const url = ctx.config.publicUrl + paths.memberManage()
  await ctx.mail.send({ to: email, ...renewalEmail(agreement, agreement.charge_at, url) })
}

/** In Chinese and English, because an account may have no language. */
function renewalEmail({ sku, price, platform }: AgreementRecord, chargeAt: Date, url: string): { subject: string; text: string } {
  const day = (locale: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(chargeAt)
  const amount = `¥${(price / 100).toFixed(2)}`
  const [chineseApp, englishApp] = APPS[platform]
  return {
    subject: `Earshot 自动续费提醒 · Your plan renews soon`,
    text: `你的 ${productTitle(sku)}将于 ${day('zh-CN')}自动续费，通过${chineseApp}扣款 ${amount}。
如需关闭，请在此之前打开 ${url}

Your ${englishTitle(sku)} renews on ${day('en-US')}: ${amount} is charged with ${englishApp}.
To turn this off, open ${url} before then.
`,
  }
}

const APPS: Readonly<Record<PayPlatform, readonly [string, string]>> = {
  wechatpay: ['微信支付', 'WeChat Pay'],
  alipay: ['支付宝', 'Alipay'],
}

function englishTitle(sku: PlanKey): string {
  const { tier, interval } = PLANS[sku]
  return `Earshot ${tier === 'pro' ? 'Pro' : 'Unlimited'} plan (paid each ${interval})`
}
