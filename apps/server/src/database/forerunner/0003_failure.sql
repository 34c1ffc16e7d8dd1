-- A failure is a code and a sentence of the contract, to be said in either language. Not jsonb, which refuses U+0000.
alter table attestation add column failure json;
update attestation set failure = json_build_object(
  'code', failure_code,
  'said', json_build_object(
    'name', 'verbatim', 'values', json_build_object('text', coalesce(failure_detail, '')), 'text', coalesce(failure_detail, '')
  )
) where failure_code is not null;
alter table attestation drop column failure_code, drop column failure_detail;
alter table attestation add check ((state = 'failed') = (failure is not null));
