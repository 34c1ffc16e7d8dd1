import { enforcerCalls as calls, deviceCheckNumber, deviceLimits } from '@proofkeep/contract';
import { simulateDevice } from '@proofkeep/seal';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { useDevices } from './testing/devices.ts';

const service = useService();
const { ask, given } = service;
const { announced, bound } = useDevices(service);

const codeOf = async ({ token }: Login) => (await ask(calls.bindingCode, {}, { as: token })).data.code;
const bind = (code: string, { token }: Login) => ask(calls.bindDevice, { code, name: '二号' }, { as: token });

describe('binding', () => {
  it('shows the check number of the device that used the code, and binds it under the chosen name', async () => {
    const holder = await given.login();
    const binding = (await ask(calls.bindingCode, {}, { as: holder.token })).data;
    expect(binding).toMatchObject({
      address: `http://localhost/record#${binding.code.replace('-', '')}`,
      device: null,
    });

    const { device, answer } = await announced(binding.code);
    const seen = (await ask(calls.bindingCode, { code: binding.code }, { as: holder.token })).data;
    const { data } = await bind(binding.code, holder);

    expect(answer.data).toMatchObject({ state: 'announced', name: '巡检一号' });
    expect(seen.device?.checkNumber).toBe(deviceCheckNumber(device.key));
    expect(data).toMatchObject({ name: '二号', state: 'bound', key: device.key, boundBy: '王芳' });
    expect((await ask(calls.deviceStatus, { id: answer.data.id })).data.state).toBe('bound');
    expect((await ask(calls.deviceList, {}, { as: holder.token })).data.list).toHaveLength(1);
  });

  it('accepts one device per code, once, and only while the code is valid', async () => {
    const holder = await given.login();
    const code = await codeOf(holder);
    const { device } = await announced(code);

    expect((await announced(code, device)).answer.refused).toBeNull();
    expect((await announced(code)).answer.refused).toBe('DEVICE_CODE');
    expect((await bind(code, holder)).refused).toBeNull();
    expect((await bind(code, holder)).refused).toBe('DEVICE_CODE');

    const late = await codeOf(holder);
    const { now } = service;
    service.now = new Date(now.getTime() + deviceLimits.codeMinutes * 60_000);
    expect((await announced(late)).answer.refused).toBe('DEVICE_CODE');
    service.now = now;
  });

  it('refuses a device that does not have the private key, and a code without a device', async () => {
    const holder = await given.login();
    const code = await codeOf(holder);
    const [one, other] = [simulateDevice(), simulateDevice()];

    const stolen = await announced(code, { ...one, sign: other.sign });

    expect(stolen.answer.refused).toBe('DEVICE_SIGNATURE');
    expect((await bind(code, holder)).refused).toBe('DEVICE_CODE');
  });

  it("can't be bound or unbound by another account", async () => {
    const [holder, stranger] = [await given.login(), await given.login()];
    const code = await codeOf(holder);
    await announced(code);
    const { id } = await bound(holder);

    expect((await bind(code, stranger)).refused).toBe('DEVICE_CODE');
    expect((await ask(calls.unbindDevice, { id }, { as: stranger.token })).refused).toBe('NOT_FOUND');
  });

  it('accepts nothing from a device once it is unbound', async () => {
    const holder = await given.login();
    const device = await bound(holder);
    const [first, second] = device.record({ segments: 2 });
    if (!first || !second) throw new Error('no segments');
    await device.announce([first]);

    await ask(calls.unbindDevice, { id: device.id }, { as: holder.token });

    expect(await device.upload(first)).toBe('DEVICE_UNBOUND');
    expect((await device.announce([second])).refused).toBe('DEVICE_UNBOUND');
    expect((await ask(calls.unbindDevice, { id: device.id }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
  });
});
