import { dependencies } from '#lib/account-api/dependencies';
import { handleUserChange } from '#lib/account-api/users';

type Context = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return handleUserChange(request, (await params).id, dependencies());
}
