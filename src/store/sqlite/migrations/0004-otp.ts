/** A collection can wait for a one-time password (D26); the plans stored so far ask for none. */
export const otp = `
ALTER TABLE transactions ADD COLUMN wrong_otps INTEGER NOT NULL DEFAULT 0 CHECK (wrong_otps >= 0);
ALTER TABLE transactions ADD COLUMN otp_accepted_at INTEGER;
UPDATE plans SET plan = json_set(plan, '$.otp', json('null'));
`
