import { NoticeDialog } from './NoticeDialog.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'

/** Dialogs that follow one another: they are loaded together. */
export const dialogs = { qrPayment: PaymentDialog, qrQuestion: QuestionDialog, qrNotice: NoticeDialog }
