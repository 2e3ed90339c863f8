import { useCallback, useEffect, useState } from 'react';
import { Protect, useKeyward, useOrganization } from '@keyward/react';

/** Calls the API of this application with the token, which names the active organization. */
function useApi() {
  const { client } = useKeyward();
  return useCallback(
    async (method, body) => {
      const { data: session } = await client.getSession();
      const response = await fetch('/api/invoices', {
        method,
        headers: { authorization: `Bearer ${session.access_token}` },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error((await response.json()).message);
      return response.json();
    },
    [client],
  );
}

export function Invoices() {
  const { organization, can } = useOrganization();
  const api = useApi();
  const [invoices, setInvoices] = useState([]);
  const [problem, setProblem] = useState('');
  const mayRead = can('invoices:read');

  useEffect(() => {
    if (mayRead) api('GET').then(setInvoices, (error) => setProblem(error.message));
  }, [api, mayRead]);

  function add(form) {
    const { customer, amount } = Object.fromEntries(form);
    api('POST', { customer, amount: Number(amount) }).then(
      (invoice) => setInvoices((before) => [...before, invoice]),
      (error) => setProblem(error.message),
    );
  }

  return (
    <>
      <h1>Invoices of {organization.name}</h1>
      {problem && <p role="alert">{problem}</p>}
      <Protect permission="invoices:read" fallback={<p>Ask an admin for the role billing.</p>}>
        <table>
          <tbody>
            {invoices.map(({ number, customer, amount }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>{customer}</td>
                <td>{amount.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Protect>
      <Protect permission="invoices:write">
        <form action={add}>
          <label>
            Customer <input name="customer" required />
          </label>
          <label>
            Amount <input name="amount" type="number" step="0.01" required />
          </label>
          <button>Add</button>
        </form>
      </Protect>
    </>
  );
}
