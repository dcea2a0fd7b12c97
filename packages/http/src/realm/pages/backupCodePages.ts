import type { MailLocale } from "@namewright/core/mail"
import { Redacted } from "effect"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { field, form, layout } from "./layout.ts"

interface Texts {
  /** Page that shows new codes. */
  readonly shown: {
    readonly title: string
    readonly done: string
    readonly explanation: string
    readonly onward: string
  }
  /** Section of the account page. */
  readonly section: {
    readonly title: string
    readonly left: (count: number) => string
    readonly password: string
    readonly code: string
    readonly renew: string
    readonly hint: string
  }
  /** Form of the sign-in. */
  readonly signIn: { readonly summary: string; readonly label: string; readonly button: string }
}

const texts: Readonly<Record<MailLocale, Texts>> = {
  en: {
    shown: {
      title: "Your backup codes",
      done: "Your second factor is set up. Other browsers have been signed out.",
      explanation:
        "Keep these codes in a safe place. Each of them signs you in once, after your password, if you do not have your second factor with you. They are shown this once.",
      onward: "I have kept them"
    },
    section: {
      title: "Backup codes",
      left: (count) => count === 1 ? "1 code is unused." : `${count} codes are unused.`,
      password: "Your password",
      code: "Code that your app shows now, or a backup code",
      renew: "Get new codes",
      hint: "The codes that you have are no longer valid then. Other browsers will be signed out."
    },
    signIn: { summary: "Use a backup code", label: "Backup code", button: "Continue with the backup code" }
  },
  de: {
    shown: {
      title: "Ihre Ersatzcodes",
      done: "Ihr zweiter Faktor ist eingerichtet. Andere Browser wurden abgemeldet.",
      explanation:
        "Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal nach Ihrem Passwort an, wenn Sie Ihren zweiten Faktor nicht dabei haben. Sie werden nur dieses eine Mal angezeigt.",
      onward: "Ich habe sie aufbewahrt"
    },
    section: {
      title: "Ersatzcodes",
      left: (count) => count === 1 ? "1 Code ist unbenutzt." : `${count} Codes sind unbenutzt.`,
      password: "Ihr Passwort",
      code: "Code, den Ihre App jetzt zeigt, oder ein Ersatzcode",
      renew: "Neue Codes erzeugen",
      hint: "Die bisherigen Codes sind dann nicht mehr gültig. Andere Browser werden abgemeldet."
    },
    signIn: { summary: "Ersatzcode verwenden", label: "Ersatzcode", button: "Mit dem Ersatzcode weiter" }
  }
}

/** Page with new backup codes, which are shown once. */
export const backupCodesPage = (
  urls: RealmUrls,
  { codes, isFirst, locale }: {
    readonly locale: MailLocale
    readonly codes: ReadonlyArray<Redacted.Redacted>
    /** True if the second factor was set up with them. */
    readonly isFirst: boolean
  }
): string => {
  const { done, explanation, onward, title } = texts[locale].shown
  return layout(urls, {
    locale,
    title,
    content: [
      isFirst && html`<p class="done" role="status">${done}</p>`,
      html`<p>${explanation}</p>`,
      html`<ul class="codes">${codes.map((code) => html`<li>${Redacted.value(code)}</li>`)}</ul>`,
      html`<p><a href="${urls.path}/account">${onward}</a></p>`
    ]
  })
}

/** Section of the account page: number of unused codes, and a form for new ones. */
export const backupCodeSection = (
  urls: RealmUrls,
  { left, locale, needsCode, note, token, username }: {
    readonly locale: MailLocale
    /** Number of unused codes. */
    readonly left: number
    /** True if the form needs a code besides the password. */
    readonly needsCode: boolean
    readonly token: string
    /** Hidden field for password managers. */
    readonly username: HtmlValue
    readonly note: HtmlValue
  }
): HtmlValue => {
  const words = texts[locale].section
  return [
    html`<h2 id="backup-codes">${words.title}</h2>`,
    note,
    html`<p>${words.left(left)}</p>`,
    form({
      action: `${urls.path}/account/backup-codes`,
      token,
      content: [
        username,
        field({
          id: "password-to-renew",
          name: "password",
          label: words.password,
          type: "password",
          autocomplete: "current-password"
        }),
        needsCode && field({ id: "code-to-renew", name: "code", label: words.code, autocomplete: "one-time-code" }),
        html`<p class="quiet">${words.hint}</p>`,
        html`<p class="actions"><button class="other">${words.renew}</button></p>`
      ]
    })
  ]
}

/** Collapsed form of the sign-in for a backup code instead of the code of an authenticator. */
export const backupCodeForm = (
  { action, locale, ticket, token }: {
    readonly locale: MailLocale
    readonly action: string
    readonly token: string
    readonly ticket: string
  }
): HtmlValue => {
  const { button, label, summary } = texts[locale].signIn
  return html`<details class="otherwise"><summary>${summary}</summary>${
    form({
      action,
      token,
      content: [
        html`<input type="hidden" name="ticket" value="${ticket}">`,
        field({ id: "backup-code", name: "code", label, autocomplete: "off" }),
        html`<p class="actions"><button class="other">${button}</button></p>`
      ]
    })
  }</details>`
}
