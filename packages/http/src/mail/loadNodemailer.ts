import { Effect } from "effect"

/** Loads `nodemailer` when the first mail is sent: most processes send none. */
export const loadNodemailer = Effect.promise(() => import("nodemailer"))
