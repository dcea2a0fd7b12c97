import { expiryDays, mailAddress, mailSender, nonEmpty, smtpUrl, spfDomain } from "./Reading.ts"

/** Settings of mails, in the order of the help. */
export const mailSettings = {
  smtpUrl: {
    flag: "smtp-url",
    metavar: "URL",
    description:
      "SMTP server for mails: smtp://user:password@host:587 with STARTTLS, or smtps://user:password@host:465; a password requires TLS, except on this machine; preferably not a flag",
    standard: undefined,
    read: smtpUrl,
    secret: true
  },
  mailFrom: {
    flag: "mail-from",
    metavar: "SENDER",
    description: "Sender of mails: Example Registrar <noreply@example.com>; required by --smtp-url",
    standard: undefined,
    read: mailSender
  },
  brandMailFrom: {
    flag: "brand-mail-from",
    metavar: "ADDRESS",
    description:
      "Address of the sender of mails with the brand of an organization, below a neutral domain; default the address of --mail-from",
    standard: undefined,
    read: mailAddress
  },
  mailSpfDomain: {
    flag: "mail-spf-domain",
    metavar: "DOMAIN",
    description:
      "Domain whose SPF record contains the servers that send mails; organizations can use addresses of their own for the mails of their brands only with it",
    standard: undefined,
    read: spfDomain
  },
  expiryMailDays: {
    flag: "expiry-mail-days",
    metavar: "DAYS",
    description:
      "Days before the expiry of a domain at which its registrant gets a mail, separated by commas; negative ones are after it, none for no mails",
    standard: "30,7,-3",
    read: expiryDays
  },
  mailFolder: {
    flag: "mail-folder",
    metavar: "FOLDER",
    description:
      "Folder in which mails are written as files instead of being sent; default in a sandbox without --smtp-url a folder beside a SQLite file",
    standard: undefined,
    read: nonEmpty
  }
} as const
