-- Until when the store keeps the evidence; set once it does.
alter table attestation add column retained_until timestamptz;

-- What a crash left between the certificate and its retention.
create index attestation_unretained on attestation (ano) where state = 'succeeded' and retained_until is null;
