import { PurchaseNoticeDialog } from './PurchaseNoticeDialog.tsx'
import { PurchaseQuestionDialog } from './PurchaseQuestionDialog.tsx'
import { UpgradeConfirmDialog } from './UpgradeConfirmDialog.tsx'

/** Small dialogs that follow one another: they are loaded together. */
export const dialogs = {
  upgradeConfirm: UpgradeConfirmDialog,
  purchaseQuestion: PurchaseQuestionDialog,
  purchaseNotice: PurchaseNoticeDialog,
}
