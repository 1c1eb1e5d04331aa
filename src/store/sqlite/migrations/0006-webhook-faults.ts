/** A webhook can wait for status queries and for others of its scenario; the ones stored so far wait for neither. */
export const webhookFaults = `
ALTER TABLE transactions ADD COLUMN status_queries INTEGER NOT NULL DEFAULT 0 CHECK (status_queries >= 0);
UPDATE plans SET plan = json_set(plan, '$.webhook.faults', json('null'));
UPDATE deliveries SET webhook = json_set(webhook, '$.faults', json('null'));
UPDATE transactions SET facts = json_set(facts, '$.feePercent', round(fee_minor * 100.0 / amount_minor, 4));
CREATE INDEX deliveries_held ON deliveries (business_id, transaction_id) WHERE status = 'held';
`
