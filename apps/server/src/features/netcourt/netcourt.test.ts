import { bytesSource, openZip } from '@proofkeep/bundle';
import { netcourtCalls as calls, NetcourtForm } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import type { Court } from '../../providers/court/court.ts';
import { developmentCourt } from '../../providers/court/development.ts';
import { useCertifiedService } from '../attestations/testing/certified-service.ts';
import { netcourtJobs } from './service.ts';

const { service, certified } = useCertifiedService();
const { ask, given } = service;

const jobsFor = (court: Court) =>
  netcourtJobs({
    database: service.database,
    store: service.store,
    court,
    sealedBy: 'CN=Test',
    publicUrl: 'http://localhost',
    clock: () => service.now,
  });
const run = (ano: string, court: Court = developmentCourt) => jobsFor(court)['submit-netcourt']({ ano });

const submissionOf = async (token: string, id: string) =>
  (await ask(calls.netcourt, { id }, { as: token })).data.submission;

describe('the form of an internet court', () => {
  it('names source, times, digests and the guarantor of each step', async () => {
    const holder = await given.login();
    const ano = await certified(holder);

    const { data } = await ask(calls.netcourt, { id: ano }, { as: holder.token });

    expect(data.form.evidence).toMatchObject({
      ano,
      kind: 'page',
      source: { requestedUrl: 'https://page.example/', finalUrl: 'https://page.example/' },
      isComplete: true,
    });
    expect(data.form.proofs.map(({ step }) => step)).toEqual(['hash', 'seal', 'timestamp', 'log', 'certificate']);
    expect(data.form.platform.proofPage).toBe(`http://localhost/v/${ano}`);
    expect(data.submission).toBeNull();
  });

  it('is exported with the bundle, without any court', async () => {
    const holder = await given.login();
    const ano = await certified(holder);

    const response = await service.app.inject({
      url: `/creditor/attestations/netcourt/${ano}/file`,
      headers: { 'x-auth-token': holder.token },
    });

    const zip = await openZip(bytesSource(response.rawPayload));
    const form = NetcourtForm.parse(JSON.parse(Buffer.from(await zip.bytes('netcourt.json', 100_000)).toString()));
    const bundle = await openZip(bytesSource(await zip.bytes(`${ano}.zip`, 1_000_000)));
    expect(form.evidence.ano).toBe(ano);
    expect([...bundle.entries.keys()]).toContain('manifest.json');
  });

  it('is submitted once, and again only after the court refused it', async () => {
    const holder = await given.login();
    const ano = await certified(holder);
    const times = new Set<number>();
    const noting = (court: Court): Court => ({
      ...court,
      submit(form, o) {
        times.add(o.submittedAt.getTime());
        return court.submit(form, o);
      },
    });
    const refusing = noting({ ...developmentCourt, submit: async () => ({ refusedBecause: '案号有误' }) });

    expect((await ask(calls.submitToCourt, { id: ano }, { as: holder.token })).data.state).toBe('waiting');
    expect((await ask(calls.submitToCourt, { id: ano }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    await run(ano, refusing);
    expect(await submissionOf(holder.token, ano)).toMatchObject({
      state: 'refused',
      reason: '案号有误',
      reference: null,
    });
    service.now = new Date(service.now.getTime() + 1_000);
    await ask(calls.submitToCourt, { id: ano }, { as: holder.token });
    await run(ano, noting(developmentCourt));
    await run(ano, noting(developmentCourt));

    expect(times.size).toBe(2);
    expect(await submissionOf(holder.token, ano)).toMatchObject({ state: 'received', reason: null });
    expect((await submissionOf(holder.token, ano))?.reference).toMatch(/^DEMO-[0-9A-F]{12}$/);
  });

  it('never goes to a court other than the one that was connected when it was submitted', async () => {
    const holder = await given.login();
    const ano = await certified(holder);
    let sent = 0;
    const other: Court = {
      ...developmentCourt,
      name: 'Other court',
      submit: async () => ({ reference: `OTHER-${++sent}` }),
    };
    await ask(calls.submitToCourt, { id: ano }, { as: holder.token });

    await run(ano, other);

    expect(sent).toBe(0);
    expect(await submissionOf(holder.token, ano)).toMatchObject({
      state: 'unconfirmed',
      court: developmentCourt.name,
      reason: null,
      answeredAt: null,
    });
    service.now = new Date(service.now.getTime() + 1_000);
    expect((await ask(calls.submitToCourt, { id: ano }, { as: holder.token })).data.state).toBe('waiting');
  });

  it('accepts the late answer of a court that was replaced meanwhile', async () => {
    const holder = await given.login();
    const ano = await certified(holder);
    await ask(calls.submitToCourt, { id: ano }, { as: holder.token });
    const states: unknown[] = [];
    // Another server, already connected to another court, runs the same job before this court's answer arrives.
    const slow: Court = {
      ...developmentCourt,
      async submit() {
        await run(ano, { ...developmentCourt, name: 'Other court' });
        states.push((await submissionOf(holder.token, ano))?.state);
        return { reference: 'C-9' };
      },
    };

    await run(ano, slow);

    expect(states).toEqual(['unconfirmed']);
    expect(await submissionOf(holder.token, ano)).toMatchObject({
      state: 'received',
      court: developmentCourt.name,
      reference: 'C-9',
    });
  });

  it('is retried once an hour after the retries of its job', async () => {
    const holder = await given.login();
    const ano = await certified(holder);
    await ask(calls.submitToCourt, { id: ano }, { as: holder.token });
    const resume = () => jobsFor(developmentCourt)['resume-netcourt']({});

    await resume();
    expect((await submissionOf(holder.token, ano))?.state).toBe('waiting');
    await service.database.pool.query(
      `update netcourt_submission set submitted_at = submitted_at - interval '14 hours' where ano = $1`,
      [ano],
    );
    await resume();

    expect((await submissionOf(holder.token, ano))?.state).toBe('received');
  });
});
