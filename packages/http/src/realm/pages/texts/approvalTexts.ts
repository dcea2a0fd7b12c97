import type { MailLocale } from "@namewright/core/mail"
import { riskPhrases } from "../../../approvals/Safety.ts"

/** Dangers of a call that the button for its approval names. */
export type Danger = "destroys" | "grants"

interface ApprovalTexts {
  readonly title: string
  readonly decidedTitle: string
  readonly changes: string
  readonly member: string
  readonly before: string
  readonly after: string
  readonly everything: (lines: number) => string
  readonly consumed: string
  readonly expired: string
  readonly approved: string
  readonly declined: string
  readonly late: string
  readonly operation: string
  readonly risk: string
  readonly risks: Readonly<Record<keyof typeof riskPhrases, string>>
  readonly cost: string
  readonly noCost: string
  readonly program: string
  readonly address: string
  readonly id: string
  readonly used: string
  readonly person: string
  readonly until: string
  readonly request: string
  readonly note: string
  readonly approve: (cost: string | undefined, dangers: ReadonlyArray<Danger>) => string
  readonly decline: string
}

const dangers: Readonly<Record<MailLocale, Readonly<Record<Danger, string>>>> = {
  en: { destroys: "delete or transfer", grants: "grant access" },
  de: { destroys: "löschen oder übertragen", grants: "Zugriff gewähren" }
}

export const approvalTexts: Readonly<Record<MailLocale, ApprovalTexts>> = {
  en: {
    title: "Approve this?",
    decidedTitle: "An approval",
    changes: "What changes",
    member: "Member",
    before: "Now",
    after: "Then",
    everything: (lines) => `Show everything that is sent (${lines} lines)`,
    consumed: "The call has been made. The decision is final.",
    expired: "The question has expired; nothing was done. The program can ask again.",
    approved: "It has been approved. The program can make the call once.",
    declined: "It has been declined. You can still change your decision.",
    late: "It was too late to decide.",
    operation: "Operation",
    risk: "Risk",
    risks: riskPhrases,
    cost: "Cost",
    noCost: "nothing",
    program: "Program",
    address: "Its address",
    id: "Program id",
    used: "Last used",
    person: "Works for",
    until: "Until",
    request: "Request",
    note: "Note (kept with your decision)",
    approve: (cost, named) =>
      `Approve${cost === undefined ? "" : ` for ${cost}`}${
        named.length === 0 ? "" : `, although it can ${named.map((danger) => dangers.en[danger]).join(" and ")}`
      }`,
    decline: "Decline"
  },
  de: {
    title: "Möchten Sie das genehmigen?",
    decidedTitle: "Eine Genehmigung",
    changes: "Änderungen",
    member: "Angabe",
    before: "Jetzt",
    after: "Danach",
    everything: (lines) => `Alles zeigen, was gesendet wird (${lines} Zeilen)`,
    consumed: "Der Aufruf ist erfolgt. Die Entscheidung ist endgültig.",
    expired: "Die Frage ist abgelaufen; es ist nichts geschehen. Das Programm kann noch einmal fragen.",
    approved: "Es ist genehmigt. Das Programm kann den Aufruf einmal ausführen.",
    declined: "Es ist abgelehnt. Sie können Ihre Entscheidung noch ändern.",
    late: "Für eine Entscheidung war es zu spät.",
    operation: "Vorgang",
    risk: "Risiko",
    risks: {
      reads: "liest Daten",
      costs: "kann Kosten verursachen",
      writes: "schreibt Daten",
      destroys: "kann löschen oder übertragen",
      grants: "kann Zugriff gewähren"
    },
    cost: "Kosten",
    noCost: "keine",
    program: "Programm",
    address: "Seine Adresse",
    id: "Kennung",
    used: "Zuletzt verwendet",
    person: "Handelt für",
    until: "Bis",
    request: "Anfrage",
    note: "Notiz (wird mit Ihrer Entscheidung gespeichert)",
    approve: (cost, named) =>
      `${cost === undefined ? "Genehmigen" : `Für ${cost} genehmigen`}${
        named.length === 0 ? "" : `, obwohl es ${named.map((danger) => dangers.de[danger]).join(" und ")} kann`
      }`,
    decline: "Ablehnen"
  }
}
